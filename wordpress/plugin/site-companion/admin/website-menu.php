<?php
/**
 * The entry "Website" of the admin menu: the items of which there is one each, and the menus of the site.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

defined( 'ABSPATH' ) || exit;

add_action( 'admin_menu', __NAMESPACE__ . '\add_website_menu' );
add_filter( 'parent_file', __NAMESPACE__ . '\highlight_website' );
add_filter( 'submenu_file', __NAMESPACE__ . '\highlight_single_item' );

function add_website_menu(): void {
	$parent = single_item_page( HOMEPAGE );
	$title  = __( 'Website', 'site-companion' );
	add_menu_page( $title, $title, OPTIONS_CAPABILITY, $parent, '__return_null', 'dashicons-admin-site-alt3', 20 );
	foreach ( array_keys( SINGLE_ITEMS ) as $type ) {
		if ( REDIRECTS === $type && has_redirection_plugin() ) {
			continue;
		}
		$label = single_item_label( $type );
		$hook  = add_submenu_page( $parent, $label, $label, OPTIONS_CAPABILITY, single_item_page( $type ), '__return_null' );
		add_action( "load-$hook", static fn() => open_single_item( $type ) );
	}
	add_submenu_page( $parent, __( 'Menus', 'site-companion' ), __( 'Menus', 'site-companion' ), OPTIONS_CAPABILITY, 'nav-menus.php' );
}

/** Keeps the parameters with which the site names a field (landing.php). */
function open_single_item( string $type ): never {
	$field = array_filter( wp_unslash( $_GET ), static fn( mixed $value, string $name ): bool => is_string( $value ) && str_starts_with( $name, 'site_' ), ARRAY_FILTER_USE_BOTH ); // phpcs:ignore WordPress.Security
	wp_safe_redirect( add_query_arg( array_map( 'rawurlencode', $field ), (string) get_edit_post_link( create_single_item( $type ), 'raw' ) ) );
	exit;
}

/** Administrators have the screen "Menus" under Appearance, too. */
function highlight_website( mixed $parent_file ): mixed {
	global $pagenow;

	$is_menus = 'nav-menus.php' === $pagenow && ! current_user_can( 'switch_themes' );

	return $is_menus || isset( SINGLE_ITEMS[ get_current_screen()->post_type ?? '' ] ) ? single_item_page( HOMEPAGE ) : $parent_file;
}

function highlight_single_item( mixed $submenu_file ): mixed {
	$type = get_current_screen()->post_type ?? '';

	return isset( SINGLE_ITEMS[ $type ] ) ? single_item_page( $type ) : $submenu_file;
}
