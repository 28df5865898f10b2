<?php
/**
 * Lets editors use Appearance → Menus, which begins with copies of the menus that the site shows by default. WordPress protects that screen
 * with `edit_theme_options`, a capability that also permits customizing the theme and changing widgets and templates. So editors have it
 * only on that screen and in its background requests.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

defined( 'ABSPATH' ) || exit;

/** The background requests of the screen. */
const MENU_ACTIONS = array( 'add-menu-item', 'menu-get-metabox', 'menu-locations-save', 'menu-quick-search' );

add_filter( 'user_has_cap', __NAMESPACE__ . '\let_editors_edit_menus', 10, 3 );
// After all plugins and themes have added their pages.
add_action( 'admin_menu', __NAMESPACE__ . '\hide_appearance_from_editors', 999 );
// Before `open_menu_of_location`.
add_action( 'load-nav-menus.php', __NAMESPACE__ . '\copy_default_menus', 5 );

/**
 * @param bool[] $capabilities The capabilities of the user.
 * @param array  $required     The primitive capabilities that are required.
 * @param array  $arguments    The capability that was requested, and the id of the user.
 */
function let_editors_edit_menus( array $capabilities, array $required, array $arguments ): array {
	// Only if this capability itself was requested: others that require it, such as `customize`, stay denied.
	if ( 'edit_theme_options' === ( $arguments[0] ?? '' ) && ! empty( $capabilities[ OPTIONS_CAPABILITY ] ) && is_menu_request() ) {
		$capabilities['edit_theme_options'] = true;
	}

	return $capabilities;
}

function is_menu_request(): bool {
	global $pagenow;

	if ( 'admin-ajax.php' === $pagenow ) {
		return in_array( $_REQUEST['action'] ?? '', MENU_ACTIONS, true ); // phpcs:ignore WordPress.Security.NonceVerification
	}

	return is_admin() && 'nav-menus.php' === $pagenow;
}

/** On the screen "Menus", WordPress would otherwise show editors the other screens under Appearance, which they may not open. */
function hide_appearance_from_editors(): void {
	global $submenu;

	if ( ! is_menu_request() || current_user_can( 'switch_themes' ) ) {
		return;
	}
	remove_menu_page( 'themes.php' );
	unset( $submenu['themes.php'] );
}

/** Creates and assigns a copy of each menu that the site shows where none is assigned, and opens the first. */
function copy_default_menus(): void {
	if ( ! current_user_can( 'edit_theme_options' ) ) {
		return;
	}
	$created = array();
	foreach ( content_schema()['menus'] as $location => $menu ) {
		if ( null !== read_menu( "site_$location" ) ) {
			continue;
		}
		$id = wp_create_nav_menu( wp_get_nav_menu_object( $menu['name'] ) ? $menu['name'] . ' 2' : $menu['name'] );
		if ( is_wp_error( $id ) ) {
			continue;
		}
		foreach ( $menu['entries'] as $index => $entry ) {
			$item = array(
				'menu-item-title'    => $entry['text'],
				'menu-item-url'      => $entry['url'],
				'menu-item-status'   => 'publish',
				'menu-item-position' => $index + 1,
			);
			wp_update_nav_menu_item( $id, 0, wp_slash( $item ) );
		}
		$created[ "site_$location" ] = $id;
	}
	if ( array() !== $created ) {
		set_theme_mod( 'nav_menu_locations', $created + get_nav_menu_locations() );
		$_REQUEST['menu'] ??= (string) reset( $created );
	}
}
