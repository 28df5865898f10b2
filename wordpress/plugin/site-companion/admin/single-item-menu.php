<?php
/**
 * The entries "Site", "Home page", "FAQ page" and "Redirects" of the admin menu. They lead to the editor of these items.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

defined( 'ABSPATH' ) || exit;

add_action( 'admin_menu', __NAMESPACE__ . '\add_single_items_to_menu' );
add_filter( 'parent_file', __NAMESPACE__ . '\highlight_single_item' );

function add_single_items_to_menu(): void {
	$icons    = array(
		SITE     => 'dashicons-admin-site-alt3',
		HOMEPAGE => 'dashicons-admin-home',
		FAQPAGE  => 'dashicons-text-page',
	);
	if ( ! has_redirection_plugin() ) {
		$icons[ REDIRECTS ] = 'dashicons-randomize';
	}
	$position = 20;
	foreach ( $icons as $type => $icon ) {
		$label = single_item_label( $type );
		$hook  = add_menu_page( $label, $label, OPTIONS_CAPABILITY, single_item_page( $type ), '__return_null', $icon, $position++ );
		add_action( "load-$hook", static fn() => open_single_item( $type ) );
	}
	add_submenu_page( single_item_page( SITE ), __( 'Site', 'site-companion' ), __( 'Name and notices', 'site-companion' ), OPTIONS_CAPABILITY, single_item_page( SITE ), '__return_null' );
	add_submenu_page( single_item_page( SITE ), __( 'Menus', 'site-companion' ), __( 'Menus', 'site-companion' ), OPTIONS_CAPABILITY, 'nav-menus.php' );
}

/** Keeps the parameters with which the site names a field (landing.php). */
function open_single_item( string $type ): never {
	$field = array_filter( wp_unslash( $_GET ), static fn( mixed $value, string $name ): bool => is_string( $value ) && str_starts_with( $name, 'site_' ), ARRAY_FILTER_USE_BOTH ); // phpcs:ignore WordPress.Security
	wp_safe_redirect( add_query_arg( array_map( 'rawurlencode', $field ), (string) get_edit_post_link( create_single_item( $type ), 'raw' ) ) );
	exit;
}

function highlight_single_item( mixed $parent_file ): mixed {
	$type = get_current_screen()->post_type ?? '';

	return isset( SINGLE_ITEMS[ $type ] ) ? single_item_page( $type ) : $parent_file;
}
