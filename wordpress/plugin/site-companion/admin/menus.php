<?php
/**
 * Lets editors use Appearance → Menus. WordPress protects that screen with `edit_theme_options`, a capability that also permits
 * customizing the theme and changing widgets and templates. So editors have it only on that screen and in its background requests.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

defined( 'ABSPATH' ) || exit;

/** The background requests of the screen. */
const MENU_ACTIONS = array( 'add-menu-item', 'menu-get-metabox', 'menu-locations-save', 'menu-quick-search' );

add_filter( 'user_has_cap', __NAMESPACE__ . '\let_editors_edit_menus', 10, 3 );
// After all plugins and themes have added their pages.
add_action( 'admin_menu', __NAMESPACE__ . '\hide_appearance_from_editors', 999 );
add_filter( 'parent_file', __NAMESPACE__ . '\highlight_site_in_admin_menu' );

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

/** While an editor is on the screen "Menus", expands and highlights "Site" in the admin menu, which lists that screen. */
function highlight_site_in_admin_menu( mixed $parent_file ): mixed {
	global $pagenow;

	return 'nav-menus.php' === $pagenow && ! current_user_can( 'switch_themes' ) ? SITE_PAGE : $parent_file;
}
