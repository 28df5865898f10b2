<?php
/**
 * Leads from a text on the site to its field, and back. The query parameter `site_edit` has the path of the field that an editor has pressed in
 * a preview, for example `blocks.2.cards.0.title`, `site_text` the beginning of the text, and `site_from` the place on the site. Nobody is
 * allowed more by it: the screens check as always.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

defined( 'ABSPATH' ) || exit;

add_action( 'load-nav-menus.php', __NAMESPACE__ . '\open_menu_of_location' );
add_action( 'admin_enqueue_scripts', __NAMESPACE__ . '\enqueue_landing' );

/** Opens the menu of a location, since the site does not know its id. */
function open_menu_of_location(): void {
	$location = isset( $_GET['site_menu'] ) ? sanitize_key( wp_unslash( $_GET['site_menu'] ) ) : ''; // phpcs:ignore WordPress.Security.NonceVerification
	$menu     = get_nav_menu_locations()[ "site_$location" ] ?? 0;
	if ( $menu > 0 ) {
		$_REQUEST['menu'] = (string) $menu;
	}
}

function enqueue_landing(): void {
	if ( ! isset( $_GET['site_edit'] ) ) { // phpcs:ignore WordPress.Security.NonceVerification
		return;
	}
	enqueue_script( 'blocks/editor/sections.js', array( 'wp-data' ) );
	enqueue_script( 'admin/landing.js', array( 'site-companion-sections', 'wp-data', 'wp-i18n' ) );
	wp_add_inline_script( 'site-companion-landing', 'window.siteCompanionSite = ' . wp_json_encode( site_address() ) . ';', 'before' );
}
