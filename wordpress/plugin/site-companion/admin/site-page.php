<?php
/**
 * The admin page "Site": name, description, telephone and notices.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

defined( 'ABSPATH' ) || exit;

const SITE_PAGE = 'site-companion-site';

add_action( 'admin_menu', __NAMESPACE__ . '\add_site_page' );

function add_site_page(): void {
	$hook = add_menu_page( __( 'Site', 'site-companion' ), __( 'Site', 'site-companion' ), OPTIONS_CAPABILITY, SITE_PAGE, __NAMESPACE__ . '\show_site_page', 'dashicons-admin-site-alt3', 20 );
	add_submenu_page( SITE_PAGE, __( 'Site', 'site-companion' ), __( 'Name and notices', 'site-companion' ), OPTIONS_CAPABILITY, SITE_PAGE, __NAMESPACE__ . '\show_site_page' );
	add_submenu_page( SITE_PAGE, __( 'Menus', 'site-companion' ), __( 'Menus', 'site-companion' ), OPTIONS_CAPABILITY, 'nav-menus.php' );
	add_action( "load-$hook", __NAMESPACE__ . '\handle_site_page' );
}

/** Saves the form before the page is rendered. If a value is invalid, nothing is saved, and the form is shown again with the input. */
function handle_site_page(): void {
	enqueue_form();
	if ( 'post' !== sanitize_key( wp_unslash( $_SERVER['REQUEST_METHOD'] ?? '' ) ) ) {
		return;
	}
	if ( ! current_user_can( OPTIONS_CAPABILITY ) ) {
		wp_die( esc_html__( 'You are not allowed to edit this page.', 'site-companion' ), '', array( 'response' => 403 ) );
	}
	check_admin_referer( 'site_companion_site' );

	$fields   = site_form_fields();
	$values   = without_empty_rows( $fields, submitted_fields( $fields, submitted_json() ?? array(), stored_site() ) );
	$problems = validate_site( $values );
	if ( array() !== errors_in( $problems ) ) {
		unsaved_form( compact( 'values', 'problems' ) );
		return;
	}
	foreach ( $values['notices'] ?: array() as $index => $notice ) {
		$values['notices'][ $index ]['url'] = esc_url_raw( to_site_relative( $notice['url'] ?? '' ) );
	}
	update_option( SITE_OPTION, $values );
	wp_safe_redirect( admin_url( 'admin.php?page=' . SITE_PAGE . '&updated=1' ) );
	exit;
}

function show_site_page(): void {
	$unsaved  = unsaved_form();
	$values   = $unsaved['values'] ?? stored_site();
	$problems = $unsaved['problems'] ?? validate_site( $values );
	?>
	<div class="wrap site-companion-screen">
		<h1><?php esc_html_e( 'Site', 'site-companion' ); ?></h1>
		<?php
		if ( null === $unsaved && isset( $_GET['updated'] ) ) { // phpcs:ignore WordPress.Security.NonceVerification
			wp_admin_notice( esc_html__( 'Saved. The site shows it in a moment.', 'site-companion' ), array( 'type' => 'success' ) );
		}
		show_problems_of_screen( $problems, null !== $unsaved );
		?>
		<form method="post" action="<?php echo esc_url( admin_url( 'admin.php?page=' . SITE_PAGE ) ); ?>">
			<?php
			wp_nonce_field( 'site_companion_site' );
			render_form( 'site', site_form_fields(), $values, $problems );
			submit_button();
			?>
		</form>
	</div>
	<?php
}
