<?php
/**
 * Keeps the addresses of pages and articles unique on the site, which serves both below `/`, and those of the pages that the site always
 * has.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_Error;
use WP_Post;
use WP_REST_Request;

defined( 'ABSPATH' ) || exit;

add_filter( 'wp_unique_post_slug', __NAMESPACE__ . '\free_slug', 10, 4 );
foreach ( array( 'post', 'page' ) as $type ) {
	add_filter( "rest_pre_insert_$type", __NAMESPACE__ . '\reject_address', 20, 2 );
}
add_filter( 'wp_insert_post_data', __NAMESPACE__ . '\keep_fixed_page', 10, 2 );
add_filter( 'map_meta_cap', __NAMESPACE__ . '\forbid_deletion_of_fixed_page', 10, 4 );

/**
 * Whether a published page is one that the site always shows, at an address that cannot change. Of several pages with this slug, all but
 * one can be renamed or removed.
 */
function has_fixed_address( ?WP_Post $post ): bool {
	return $post && 'page' === $post->post_type && 'publish' === $post->post_status && isset( fixed_paths()[ $post->post_name ] )
		&& null === item_with_slug( $post->post_name, array( 'page' ), $post->ID, array( 'publish' ) );
}

/**
 * Appends a number to a new slug of a page or an article if the site shows something else at its address. WordPress itself compares only
 * articles with each other, and pages that have the same parent.
 */
function free_slug( string $slug, ?int $id, string $status, string $type ): string {
	// The REST API passes null for a new draft. Without an id, `get_post` returns the item of the current screen.
	$id     = (int) $id;
	$before = $id > 0 ? get_post( $id ) : null;
	if ( ! in_array( $type, array( 'post', 'page' ), true ) || ( 'publish' === $before?->post_status && $slug === $before->post_name ) ) {
		return $slug;
	}
	$free = $slug;
	for ( $number = 2; is_reserved_slug( $free, $type ) || null !== item_with_slug( $free, array( 'post', 'page' ), $id ); $number++ ) {
		$free = _truncate_post_slug( $slug, 195 ) . "-$number";
	}

	return $free;
}

/** Whether the site itself has this address. A page may have the slug of a fixed page, whose text it then is; the FAQ page has none. */
function is_reserved_slug( string $slug, string $type ): bool {
	return 'faq' === $slug || in_array( "/$slug/", SITE_DIRECTORIES, true ) || in_array( "/$slug", OPERATION_PATHS, true ) || ( 'post' === $type && isset( fixed_paths()[ $slug ] ) );
}

function item_with_slug( string $slug, array $types, int $except = 0, array $statuses = array( 'publish', 'future', 'draft', 'pending', 'private' ) ): ?WP_Post {
	$found = get_posts(
		array(
			'name'        => $slug,
			'post_type'   => $types,
			'post_status' => $statuses,
			'numberposts' => 1,
			'exclude'     => array( $except ),
		)
	);

	return $found[0] ?? null;
}

/**
 * Rejects an address that is taken, where WordPress would silently append a number, and changes that would empty a page that the site
 * always shows.
 *
 * @param object|WP_Error $item The post that is about to be saved.
 */
function reject_address( mixed $item, WP_REST_Request $request ): mixed {
	if ( is_wp_error( $item ) ) {
		return $item;
	}
	$before = isset( $item->ID ) ? get_post( $item->ID ) : null;
	$type   = $before->post_type ?? $item->post_type;
	$slug   = isset( $request['slug'] ) ? sanitize_title( $request['slug'] ) : '';
	$is_new = '' !== $slug && ( ! $before || $slug !== $before->post_name );
	$hides  = 'publish' !== ( $item->post_status ?? 'publish' ) || '' !== ( $item->post_password ?? '' );
	if ( $before && has_fixed_address( $before ) && ( $is_new || $hides ) ) {
		return new WP_Error( 'site_companion_fixed_address', fixed_address_sentence( $before ), array( 'status' => 400 ) );
	}
	if ( ! $is_new ) {
		return $item;
	}
	$path  = (string) site_path( $type, $slug );
	$owner = item_with_slug( $slug, array( 'post', 'page' ), $before->ID ?? 0 );
	if ( $owner ) {
		/* translators: 1: path, 2: title of a page. */
		return new WP_Error( 'site_companion_taken_address', sprintf( __( 'The address %1$s belongs to “%2$s”. Choose another one.', 'site-companion' ), $path, plain_text( $owner->post_title ) ), array( 'status' => 400 ) );
	}

	return is_reserved_slug( $slug, $type )
		/* translators: %s: path. */
		? new WP_Error( 'site_companion_taken_address', sprintf( __( 'The address %s belongs to the site itself. Choose another one.', 'site-companion' ), $path ), array( 'status' => 400 ) )
		: $item;
}

function fixed_address_sentence( WP_Post $post ): string {
	/* translators: %s: path. */
	return sprintf( __( 'The address %s is fixed, because the site always has this page. It can be neither renamed nor unpublished.', 'site-companion' ), site_path_of( $post ) );
}

/** For the forms of wp-admin, of which only quick edit shows an error, and for a date in the future, which WordPress would wait for. */
function keep_fixed_page( array $data, array $item ): array {
	// Without an id, `get_post` returns the item of the current screen.
	$before = empty( $item['ID'] ) ? null : get_post( (int) $item['ID'] );
	if ( ! $before || 'trash' === $data['post_status'] || 'revision' === $data['post_type'] || ! has_fixed_address( $before ) ) {
		return $data;
	}

	$fixed = array(
		'post_name'     => $before->post_name,
		'post_status'   => 'publish',
		'post_password' => '',
	);
	if ( doing_action( 'wp_ajax_inline-save' ) && array() !== array_diff_assoc( $fixed, $data ) ) {
		wp_die( esc_html( fixed_address_sentence( $before ) ) );
	}

	return $fixed + $data;
}

/**
 * @param string[]          $required Capabilities.
 * @param array<int, mixed> $args     The item or its id comes first.
 * @return string[]
 */
function forbid_deletion_of_fixed_page( array $required, string $capability, int $user_id, array $args ): array {
	return in_array( $capability, array( 'delete_post', 'delete_page' ), true ) && ! empty( $args[0] ) && has_fixed_address( get_post( $args[0] ) ) ? array( 'do_not_allow' ) : $required;
}
