<?php
/**
 * Lets editors use Appearance → Menus, and offers them the menus that the site shows by default as a start. WordPress protects that screen with `edit_theme_options`, a capability that also permits
 * customizing the theme and changing widgets and templates. So editors have it only on that screen and in its background requests.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

defined( 'ABSPATH' ) || exit;

/** The background requests of the screen. */
const MENU_ACTIONS = array( 'add-menu-item', 'menu-get-metabox', 'menu-locations-save', 'menu-quick-search' );

const DEFAULT_MENUS_ACTION = 'site_companion_default_menus';

add_filter( 'user_has_cap', __NAMESPACE__ . '\let_editors_edit_menus', 10, 3 );
// After all plugins and themes have added their pages.
add_action( 'admin_menu', __NAMESPACE__ . '\hide_appearance_from_editors', 999 );
add_action( 'admin_notices', __NAMESPACE__ . '\offer_default_menus' );
add_action( 'admin_post_' . DEFAULT_MENUS_ACTION, __NAMESPACE__ . '\create_default_menus' );

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

/** The menus that the site shows where no menu is assigned, by their location: each has a name and entries with text and URL. */
function default_menus_in_use(): array {
	return array_filter( content_schema()['menus'], static fn( string $location ): bool => null === read_menu( "site_$location" ), ARRAY_FILTER_USE_KEY );
}

function offer_default_menus(): void {
	global $pagenow;

	$locations = array_intersect_key( menu_locations(), default_menus_in_use() );
	if ( 'nav-menus.php' !== $pagenow || array() === $locations ) {
		return;
	}
	?>
	<div class="notice notice-info">
		<form method="post" action="<?php echo esc_url( admin_url( 'admin-post.php' ) ); ?>">
			<input type="hidden" name="action" value="<?php echo esc_attr( DEFAULT_MENUS_ACTION ); ?>" />
			<?php wp_nonce_field( DEFAULT_MENUS_ACTION ); ?>
			<p>
				<?php
				/* translators: %s: locations of menus. */
				echo esc_html( sprintf( __( 'The site shows its original menus here: %s. To change them, start from a copy.', 'site-companion' ), implode( '; ', $locations ) ) );
				?>
				<button class="button"><?php esc_html_e( 'Copy the menus', 'site-companion' ); ?></button>
			</p>
		</form>
	</div>
	<?php
}

/** Creates and assigns a copy of each menu that the site shows by default, and opens the first. */
function create_default_menus(): never {
	if ( ! current_user_can( OPTIONS_CAPABILITY ) ) {
		wp_die( esc_html__( 'You are not allowed to edit menus.', 'site-companion' ), '', array( 'response' => 403 ) );
	}
	check_admin_referer( DEFAULT_MENUS_ACTION );
	$created = array();
	foreach ( default_menus_in_use() as $location => $menu ) {
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
	set_theme_mod( 'nav_menu_locations', $created + get_nav_menu_locations() );
	wp_safe_redirect( admin_url( 'nav-menus.php?action=edit&menu=' . (int) reset( $created ) ) );
	exit;
}
