<?php
/**
 * Redirects of the site: those that editors enter (redirect-list.php), and the old addresses of items whose slug was changed.
 * `/wp-json/api/redirects` returns all of them; the site looks a path up in them before it responds with 404. Where the plugin Redirection
 * is active, editors manage redirects there: the own screen is not shown. Redirects that were entered on the own screen before still apply
 * to addresses that Redirection does not redirect.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_Post;

defined( 'ABSPATH' ) || exit;

/** The limit for entered redirects and for old slugs. Both lists are loaded completely, here and by the site. */
const MAX_REDIRECTS = 5000;

const OLD_SLUG_META = '_wp_old_slug';

/** WordPress remembers no slugs of categories. */
const OLD_CATEGORY_SLUG_META = '_site_companion_old_slug';

add_public_route( '/redirects', static fn(): array => array( 'redirects' => public_redirects() ) );
// At the priority of `wp_check_for_changed_slugs`, which does this for posts but not for pages.
add_action( 'post_updated', __NAMESPACE__ . '\remember_slug_of_page', 12, 3 );
foreach ( array( 'added_post_meta', 'deleted_post_meta' ) as $action ) {
	add_action( $action, static fn( mixed $meta_id, int $id, string $key ) => OLD_SLUG_META === $key ? changed_tags( array( 'redirects' ) ) : null, 10, 3 );
}
// The redirects from the old slugs of an item lead to its current slug, and exist only while the item is published.
add_action( 'post_updated', static fn( int $id ) => metadata_exists( 'post', $id, OLD_SLUG_META ) ? changed_tags( array( 'redirects' ) ) : null );
add_action( 'edit_terms', __NAMESPACE__ . '\remember_slug_of_category', 10, 2 );
add_action( 'rest_api_init', __NAMESPACE__ . '\add_old_slugs_of_categories' );
foreach ( array( 'updated', 'deleted', 'enabled', 'disabled' ) as $change ) {
	add_action( "redirection_redirect_$change", static fn() => changed_tags( array( 'redirects' ) ) );
}

/**
 * All redirects as the site reads them, sorted by path. A redirect that an editor entered takes precedence over an old slug, and one of the
 * plugin Redirection over both.
 *
 * @return list<array{from: string, to: string, status: int}>
 */
function public_redirects(): array {
	$all = ( has_redirection_plugin() ? redirection_redirects() : array() ) + stored_redirects() + old_slug_redirects();
	ksort( $all, SORT_STRING );

	return array_map(
		static fn( string $from, array $redirect ): array => array(
			'from'   => $from,
			'to'     => $redirect['to'],
			'status' => $redirect['status'],
		),
		array_keys( $all ),
		$all
	);
}

/**
 * The old addresses of published items, by path. `id` and `old_slug` say which item has had which slug.
 *
 * @return array<string, array{to: string, status: int, id: int, old_slug: string}>
 */
function old_slug_redirects(): array {
	global $wpdb;

	$rows      = $wpdb->get_results( // phpcs:ignore WordPress.DB.DirectDatabaseQuery
		$wpdb->prepare(
			"SELECT m.meta_value AS old_slug, p.ID, p.post_type, p.post_name
			FROM {$wpdb->postmeta} m JOIN {$wpdb->posts} p ON p.ID = m.post_id
			WHERE m.meta_key = %s AND p.post_status = 'publish' AND p.post_password = '' AND p.post_type IN ('post', 'page', 'event')
			ORDER BY m.meta_id DESC LIMIT %d",
			OLD_SLUG_META,
			MAX_REDIRECTS
		)
	);
	$redirects = array();
	foreach ( $rows as $row ) {
		// Not with `get_post`, because the texts of thousands of items would not fit into memory.
		$post = new WP_Post( sanitize_post( $row, 'raw' ) );
		$from = redirect_key( (string) site_path( $post->post_type, (string) $row->old_slug ) );
		$to   = site_path_of( $post );
		// The item that was renamed last wins.
		if ( null !== $from && null !== $to && redirect_key( $to ) !== $from ) {
			$redirects += array(
				$from => array(
					'to'       => $to,
					'status'   => 301,
					'id'       => $post->ID,
					'old_slug' => (string) $row->old_slug,
				),
			);
		}
	}

	return $redirects;
}

/** WordPress does not keep the old slugs of hierarchical types, such as pages. */
function remember_slug_of_page( int $id, WP_Post $after, WP_Post $before ): void {
	if ( 'page' !== $after->post_type || 'publish' !== $after->post_status || $after->post_name === $before->post_name ) {
		return;
	}
	if ( 'publish' === $before->post_status && '' !== $before->post_name && ! in_array( $before->post_name, get_post_meta( $id, OLD_SLUG_META, false ), true ) ) {
		add_post_meta( $id, OLD_SLUG_META, $before->post_name );
	}
	delete_post_meta( $id, OLD_SLUG_META, $after->post_name );
}

/** Before a category is changed. */
function remember_slug_of_category( int $id, string $taxonomy ): void {
	$slug = 'category' === $taxonomy ? (string) get_term_field( 'slug', $id, $taxonomy, 'raw' ) : '';
	if ( '' !== $slug && ! in_array( $slug, get_term_meta( $id, OLD_CATEGORY_SLUG_META, false ), true ) ) {
		add_term_meta( $id, OLD_CATEGORY_SLUG_META, $slug );
	}
}

/** Redirects begin at a path, but the slug of a category is in the query of the news. So the site compares it with these slugs, too. */
function add_old_slugs_of_categories(): void {
	register_rest_field(
		'category',
		'old_slugs',
		array(
			'get_callback' => static fn( array $category ): array => array_values( array_diff( get_term_meta( $category['id'], OLD_CATEGORY_SLUG_META, false ), array( get_term( $category['id'] )->slug ) ) ),
			'schema'       => array(
				'type'     => 'array',
				'items'    => array( 'type' => 'string' ),
				'context'  => array( 'view', 'edit' ),
				'readonly' => true,
			),
		)
	);
}

function has_redirection_plugin(): bool {
	return defined( 'REDIRECTION_VERSION' );
}

/**
 * The redirects of one address to another, by path. Redirection's other rules, such as regular expressions, have no equivalent on the site.
 *
 * @return array<string, array{to: string, status: int}>
 */
function redirection_redirects(): array {
	global $wpdb;

	$rows      = $wpdb->get_results( // phpcs:ignore WordPress.DB.DirectDatabaseQuery
		$wpdb->prepare(
			"SELECT i.url, i.action_code, i.action_data FROM %i i JOIN %i g ON g.id = i.group_id
			WHERE i.status = 'enabled' AND g.status = 'enabled' AND i.regex = 0 AND i.match_type = 'url' AND i.action_type = 'url'
			ORDER BY i.position, i.id LIMIT %d",
			$wpdb->prefix . 'redirection_items',
			$wpdb->prefix . 'redirection_groups',
			MAX_REDIRECTS
		)
	);
	$redirects = array();
	foreach ( $rows as $row ) {
		[ 'from' => $from, 'to' => $to, 'errors' => $errors ] = read_redirect( (string) $row->url, (string) $row->action_data );
		if ( array() === $errors && path_of_target( $to ) !== $from ) {
			$redirects += array(
				$from => array(
					'to'     => $to,
					'status' => in_array( (int) $row->action_code, array( 302, 303, 307 ), true ) ? 302 : 301,
				),
			);
		}
	}

	return $redirects;
}
