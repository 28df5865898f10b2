<?php
/**
 * The entry "Website" of the admin menu: the items of which there is one each, and the menus of the site. The order of questions is under
 * "FAQ".
 */

declare( strict_types = 1 );

namespace SiteCompanion;

defined( 'ABSPATH' ) || exit;

add_action( 'admin_menu', __NAMESPACE__ . '\add_website_menu' );
add_filter( 'parent_file', __NAMESPACE__ . '\highlight_parent' );
add_filter( 'submenu_file', __NAMESPACE__ . '\highlight_single_item' );

function add_website_menu(): void {
	$website = single_item_page( HOMEPAGE );
	$title   = __( 'Website', 'site-companion' );
	add_menu_page( $title, $title, OPTIONS_CAPABILITY, $website, '__return_null', 'dashicons-admin-site-alt3', 20 );
	foreach ( array_keys( SINGLE_ITEMS ) as $type ) {
		if ( REDIRECTS === $type && has_redirection_plugin() ) {
			continue;
		}
		$label = single_item_label( $type );
		$hook  = add_submenu_page( menu_of_single_item( $type ), $label, $label, OPTIONS_CAPABILITY, single_item_page( $type ), '__return_null' );
		add_action( "load-$hook", static fn() => open_single_item( $type ) );
	}
	add_submenu_page( $website, __( 'Menus', 'site-companion' ), __( 'Menus', 'site-companion' ), OPTIONS_CAPABILITY, 'nav-menus.php' );
}

/** The entry of the admin menu under which a single item is. */
function menu_of_single_item( string $type ): string {
	return QUESTION_ORDER === $type ? 'edit.php?post_type=faq' : single_item_page( HOMEPAGE );
}

/** Keeps the parameters with which the site names a field (landing.php). */
function open_single_item( string $type ): never {
	$field = array_filter( wp_unslash( $_GET ), static fn( mixed $value, string $name ): bool => is_string( $value ) && str_starts_with( $name, 'site_' ), ARRAY_FILTER_USE_BOTH ); // phpcs:ignore WordPress.Security
	wp_safe_redirect( add_query_arg( array_map( 'rawurlencode', $field ), (string) get_edit_post_link( create_single_item( $type ), 'raw' ) ) );
	exit;
}

/** Administrators have the screen "Menus" under Appearance, too. */
function highlight_parent( mixed $parent_file ): mixed {
	global $pagenow;

	$is_menus = 'nav-menus.php' === $pagenow && ! current_user_can( 'switch_themes' );
	$type     = get_current_screen()->post_type ?? '';

	return $is_menus || isset( SINGLE_ITEMS[ $type ] ) ? menu_of_single_item( $type ) : $parent_file;
}

function highlight_single_item( mixed $submenu_file ): mixed {
	$type = get_current_screen()->post_type ?? '';

	return isset( SINGLE_ITEMS[ $type ] ) ? single_item_page( $type ) : $submenu_file;
}
