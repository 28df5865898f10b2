<?php
/**
 * Says what links to an item, which old addresses redirect to it and whether its address is fixed: beside the item, and before it is moved
 * to the trash.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_Post;
use WP_REST_Request;

defined( 'ABSPATH' ) || exit;

/** How many links are listed. */
const MAX_LINKS = 50;

add_editor_route( 'GET', '/links/(?P<id>\d+)', __NAMESPACE__ . '\read_links', 'edit_post' );
add_action( 'admin_enqueue_scripts', __NAMESPACE__ . '\enqueue_links_script' );

function enqueue_links_script( string $hook ): void {
	$screen = get_current_screen();
	if ( ! $screen || ! in_array( $hook, array( 'edit.php', 'post.php', 'post-new.php' ), true ) || ! in_array( $screen->post_type, TYPES_WITH_FIELDS, true ) ) {
		return;
	}
	$of_block_editor = $screen->is_block_editor() ? array( 'wp-data', 'wp-editor', 'wp-element', 'wp-plugins' ) : array();
	enqueue_script( 'admin/links-here.js', array( 'wp-api-fetch', 'wp-i18n', ...$of_block_editor ) );
}

/** @return array{html: string, warning: string} */
function read_links( WP_REST_Request $request ): array {
	$post = get_post( (int) $request['id'] );

	return array(
		'html'    => links_html( $post ),
		'warning' => links_warning( $post ),
	);
}

/** The panel of an item as escaped HTML: whether its address is fixed, its old addresses, and the list of links to it. */
function links_html( WP_Post $post ): string {
	$html = has_fixed_address( $post ) ? '<p>' . esc_html( fixed_address_sentence( $post ) ) . '</p>' : '';
	$old  = array_keys( array_filter( old_slug_redirects(), static fn( array $redirect ): bool => $post->ID === $redirect['id'] ) );
	if ( array() !== $old ) {
		/* translators: %s: paths. */
		$html .= '<p>' . esc_html( sprintf( __( 'Old addresses, which are redirected here: %s', 'site-companion' ), implode( ', ', $old ) ) );
		if ( ! has_redirection_plugin() && current_user_can( OPTIONS_CAPABILITY ) ) {
			$html .= sprintf( ' <a href="%s">%s</a>', esc_url( admin_url( 'admin.php?page=' . single_item_page( REDIRECTS ) ) ), esc_html__( 'Show the redirects', 'site-companion' ) );
		}
		$html .= '</p>';
	}
	$links = links_to( $post );
	$items = array_map( static fn( array $link ): string => sprintf( '' === $link['edit'] ? '<li>%2$s</li>' : '<li><a href="%1$s">%2$s</a></li>', esc_url( $link['edit'] ), esc_html( $link['title'] ) ), $links );

	return array() === $links
		? $html . '<p>' . esc_html__( 'No page and no menu links here.', 'site-companion' ) . '</p>'
		: $html . '<p>' . esc_html__( 'These link here:', 'site-companion' ) . '</p><ul>' . implode( '', $items ) . '</ul>';
}

/** A question for the editor who is about to move an item to the trash; empty if nothing links to it, or if it cannot be moved. */
function links_warning( WP_Post $post ): string {
	$titles = has_fixed_address( $post ) ? array() : wp_list_pluck( links_to( $post ), 'title' );

	return array() === $titles ? '' : sprintf(
		/* translators: 1: title of a page, 2: titles of pages. */
		__( 'These link to “%1$s”: %2$s. Their links would lead nowhere. Move it to the Trash anyway?', 'site-companion' ),
		plain_text( $post->post_title ),
		implode( ', ', $titles )
	);
}

/**
 * The links to a published item: from the text or the fields of published items, from menus, and for a question from the home page.
 *
 * @return array<int, array{title: string, edit: string}>
 */
function links_to( WP_Post $post ): array {
	global $wpdb;

	$path = 'publish' === $post->post_status ? site_path_of( $post ) : null;
	if ( null === $path ) {
		return array();
	}
	$like  = '%' . $wpdb->esc_like( $path ) . '%';
	$types = array( ...TYPES_WITH_FIELDS, HOMEPAGE, FAQPAGE, SITE, 'wp_block' );
	$ids   = $wpdb->get_col( // phpcs:ignore WordPress.DB.DirectDatabaseQuery
		$wpdb->prepare(
			"SELECT DISTINCT p.ID FROM {$wpdb->posts} p LEFT JOIN {$wpdb->postmeta} m ON m.post_id = p.ID AND m.meta_key = %s
			WHERE p.ID <> %d AND p.post_status = 'publish' AND p.post_type IN (" . implode( ', ', array_fill( 0, count( $types ), '%s' ) ) . ') AND ( p.post_content LIKE %s OR m.meta_value LIKE %s )
			ORDER BY p.post_title', // phpcs:ignore WordPress.DB.PreparedSQL.NotPrepared -- only placeholders are inserted
			FIELDS_META,
			$post->ID,
			...array( ...$types, $like, $like )
		)
	);
	$links = array();
	// The texts of thousands of items, in which the path is no link, would not fit into memory.
	$was_suspended = wp_suspend_cache_addition();
	wp_suspend_cache_addition( true );
	foreach ( $ids as $id ) {
		if ( count( $links ) === MAX_LINKS ) {
			break;
		}
		$item = get_post( (int) $id );
		if ( has_link( $item->post_content . ' ' . get_post_meta( $item->ID, FIELDS_META, true ), $path ) ) {
			$links[] = isset( SINGLE_ITEMS[ $item->post_type ] )
				? linking_single_item( $item->post_type )
				: linking( plain_text( $item->post_title ), (string) get_edit_post_link( $item, 'raw' ) );
		}
	}
	wp_suspend_cache_addition( $was_suspended );
	foreach ( array( ...wp_get_associated_nav_menu_items( $post->ID ), ...custom_menu_items( $path ) ) as $entry ) {
		$menu = wp_get_object_terms( $entry, 'nav_menu' )[0] ?? null;
		if ( $menu ) {
			/* translators: %s: name of a menu. */
			$links[] = linking( sprintf( __( 'Menu “%s”', 'site-companion' ), $menu->name ), admin_url( "nav-menus.php?menu=$menu->term_id" ) );
		}
	}
	if ( in_array( $post->ID, array_map( 'intval', single_values( HOMEPAGE )['faq'] ?? array() ), true ) ) {
		$links[] = linking_single_item( HOMEPAGE );
	}

	return $links;
}

/** @return int[] The entries of menus that lead to a path by a custom link. */
function custom_menu_items( string $path ): array {
	$entries = get_posts(
		array(
			'post_type'    => 'nav_menu_item',
			'numberposts'  => -1,
			'fields'       => 'ids',
			'meta_key'     => '_menu_item_url', // phpcs:ignore WordPress.DB.SlowDBQuery
			'meta_value'   => $path, // phpcs:ignore WordPress.DB.SlowDBQuery
			'meta_compare' => 'LIKE',
		)
	);

	return array_filter( $entries, static fn( int $id ): bool => has_link( get_post_meta( $id, '_menu_item_url', true ), $path ) );
}

/** @return array{title: string, edit: string} */
function linking( string $title, string $edit ): array {
	return compact( 'title', 'edit' );
}

/** @return array{title: string, edit: string} */
function linking_single_item( string $type ): array {
	return linking( single_item_label( $type ), current_user_can( OPTIONS_CAPABILITY ) ? admin_url( 'admin.php?page=' . single_item_page( $type ) ) : '' );
}

/** Whether a stored text has a link to a path of the site, and not only to one that begins alike. */
function has_link( string $stored, string $path ): bool {
	$own  = array_map( 'trailingslashit', array( site_address(), home_url() ) );
	$text = str_replace( $own, '/', str_replace( array( '\u0022', '&quot;' ), '"', $stored ) );

	return 1 === preg_match( '#(?<![\w/.-])' . preg_quote( $path, '#' ) . '(?![\w.%-]|/\w)#i', $text );
}
