<?php
/**
 * The admin page "Site": name, description, telephone and notices.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

defined( 'ABSPATH' ) || exit;

const SITE_PAGE = 'site-companion-site';

const NOTICE_MAX_LENGTH = 160;

add_action( 'admin_menu', __NAMESPACE__ . '\add_site_page' );
add_action( 'admin_post_site_companion_site', __NAMESPACE__ . '\save_site_page' );
add_action( 'admin_enqueue_scripts', __NAMESPACE__ . '\enqueue_site_page' );

function add_site_page(): void {
	add_menu_page( __( 'Site', 'site-companion' ), __( 'Site', 'site-companion' ), OPTIONS_CAPABILITY, SITE_PAGE, __NAMESPACE__ . '\show_site_page', 'dashicons-admin-site-alt3', 20 );
	add_submenu_page( SITE_PAGE, __( 'Site', 'site-companion' ), __( 'Name and notices', 'site-companion' ), OPTIONS_CAPABILITY, SITE_PAGE, __NAMESPACE__ . '\show_site_page' );
	add_submenu_page( SITE_PAGE, __( 'Menus', 'site-companion' ), __( 'Menus', 'site-companion' ), OPTIONS_CAPABILITY, 'nav-menus.php' );
}

function show_site_page(): void {
	$saved   = stored_site();
	$problem = get_transient( site_problem_key() );
	delete_transient( site_problem_key() );
	?>
	<div class="wrap">
		<h1><?php esc_html_e( 'Site', 'site-companion' ); ?></h1>
		<?php
		if ( is_array( $problem ) ) {
			$saved = $problem['site'];
			wp_admin_notice( esc_html( implode( ' ', $problem['messages'] ) ) . ' ' . esc_html__( 'Nothing was saved.', 'site-companion' ), array( 'type' => 'error' ) );
		} elseif ( isset( $_GET['updated'] ) ) { // phpcs:ignore WordPress.Security.NonceVerification
			wp_admin_notice( esc_html__( 'Saved. The site shows it in a moment.', 'site-companion' ), array( 'type' => 'success' ) );
		}
		?>
		<form method="post" action="<?php echo esc_url( admin_url( 'admin-post.php' ) ); ?>">
			<input type="hidden" name="action" value="site_companion_site" />
			<?php wp_nonce_field( 'site_companion_site' ); ?>
			<table class="form-table" role="presentation">
				<?php
				show_site_field( $saved, 'name', __( 'Name', 'site-companion' ), __( 'Beside the logo, in titles and wherever a text contains {brand}. Empty: the name that the site is configured with.', 'site-companion' ), array( 'maxlength' => '40' ) );
				show_site_field( $saved, 'description', __( 'Description', 'site-companion' ), __( 'In the footer, and in search results of pages that have no description of their own. Empty: the one that the site is configured with.', 'site-companion' ), array( 'maxlength' => '200' ) );
				show_site_field(
					$saved,
					'phone',
					__( 'Telephone', 'site-companion' ),
					__( 'In the footer and beside the contact form, with the country code. Empty: not shown.', 'site-companion' ),
					array(
						'type'        => 'tel',
						'maxlength'   => '30',
						'placeholder' => '+49 40 123456',
					)
				);
				show_site_field( $saved, 'hours', __( 'Hours', 'site-companion' ), __( 'When you answer the telephone, with the time zone. Shown below the number.', 'site-companion' ), array( 'maxlength' => '60' ) );
				?>
			</table>
			<h2><?php esc_html_e( 'Notices', 'site-companion' ); ?></h2>
			<p>
				<?php
				printf(
					/* translators: %s: time zone, such as UTC or Europe/Berlin. */
					esc_html__( 'A short line at the top of every page, for example about a holiday. Without dates it is shown until you remove it. Times are in the time zone %s.', 'site-companion' ),
					esc_html( wp_timezone_string() )
				);
				?>
			</p>
			<div id="site-companion-notices" data-max="<?php echo esc_attr( (string) MAX_NOTICES ); ?>">
				<?php
				foreach ( $saved['notices'] as $index => $notice ) {
					show_notice_row( (string) $index, $notice );
				}
				?>
			</div>
			<template id="site-companion-notice"><?php show_notice_row( '__index__', array() ); ?></template>
			<p><button type="button" class="button" id="site-companion-add-notice"><?php esc_html_e( 'Add notice', 'site-companion' ); ?></button></p>
			<?php submit_button(); ?>
		</form>
	</div>
	<?php
}

/**
 * A row of the table.
 *
 * @param array<string, string> $saved      Values by field name.
 * @param array<string, string> $attributes Of the input.
 */
function show_site_field( array $saved, string $name, string $label, string $help, array $attributes ): void {
	$id          = "site-companion-$name";
	$attributes += array(
		'id'               => $id,
		'name'             => $name,
		'aria-describedby' => "$id-help",
	);
	?>
	<tr>
		<th scope="row"><label for="<?php echo esc_attr( $id ); ?>"><?php echo esc_html( $label ); ?></label></th>
		<td>
			<?php if ( 'description' === $name ) : ?>
				<textarea class="large-text" rows="2"<?php render_attributes( $attributes ); ?>><?php echo esc_textarea( $saved[ $name ] ); ?></textarea>
			<?php else : ?>
				<input class="regular-text" value="<?php echo esc_attr( $saved[ $name ] ); ?>"<?php render_attributes( $attributes + array( 'type' => 'text' ) ); ?> />
			<?php endif; ?>
			<p class="description" id="<?php echo esc_attr( "$id-help" ); ?>"><?php echo esc_html( $help ); ?></p>
		</td>
	</tr>
	<?php
}

function show_notice_row( string $index, array $notice ): void {
	$show_input = static function ( string $field, string $label, array $attributes ) use ( $index, $notice ): void {
		$attributes += array(
			'name'  => "notices[$index][$field]",
			'value' => (string) ( $notice[ $field ] ?? '' ),
		);
		?>
		<label<?php echo 'text' === $attributes['type'] ? '' : ' class="site-companion-inline"'; ?>><?php echo esc_html( $label ); ?>
			<input<?php render_attributes( $attributes ); ?> /></label>
		<?php
	};
	$text       = array(
		'type'  => 'text',
		'class' => 'widefat',
	);
	$time       = array( 'type' => 'datetime-local' );
	?>
	<fieldset class="site-companion-notice">
		<legend class="screen-reader-text"><?php esc_html_e( 'Notice', 'site-companion' ); ?></legend>
		<?php
		$show_input( 'text', __( 'Text', 'site-companion' ), $text + array( 'maxlength' => (string) NOTICE_MAX_LENGTH ) );
		$show_input( 'url', __( 'Link (optional): a path such as /contact, or an address', 'site-companion' ), $text );
		$show_input( 'from', __( 'From (optional)', 'site-companion' ), $time );
		$show_input( 'until', __( 'Until (optional)', 'site-companion' ), $time );
		?>
		<p><button type="button" class="button-link button-link-delete" data-action="remove"><?php esc_html_e( 'Remove notice', 'site-companion' ); ?></button></p>
	</fieldset>
	<?php
}

/** Saves the form. If a value is invalid, nothing is saved, and the form opens again with the input. */
function save_site_page(): never {
	if ( ! current_user_can( OPTIONS_CAPABILITY ) ) {
		wp_die( esc_html__( 'You are not allowed to edit this page.', 'site-companion' ), '', array( 'response' => 403 ) );
	}
	check_admin_referer( 'site_companion_site' );

	$input    = wp_unslash( $_POST );
	$text     = static fn( array $from, string $field ): string => is_string( $from[ $field ] ?? null ) ? clean_line( $from[ $field ] ) : '';
	$messages = array();
	$site     = array(
		'name'        => $text( $input, 'name' ),
		'description' => $text( $input, 'description' ),
		'phone'       => $text( $input, 'phone' ),
		'hours'       => $text( $input, 'hours' ),
		'notices'     => array(),
	);
	if ( '' !== $site['phone'] && ! preg_match( '#^\+?[\d\s()./-]{5,}$#', $site['phone'] ) ) {
		$messages[] = __( 'A telephone number consists of digits and spaces, such as +49 40 123456.', 'site-companion' );
	}
	foreach ( is_array( $input['notices'] ?? null ) ? array_values( $input['notices'] ) : array() as $row ) {
		$notice = array();
		foreach ( array( 'text', 'url', 'from', 'until' ) as $field ) {
			$notice[ $field ] = is_array( $row ) ? $text( $row, $field ) : '';
		}
		if ( array() !== array_filter( $notice ) && count( $site['notices'] ) < MAX_NOTICES ) {
			$messages          = array_merge( $messages, notice_problems( $notice ) );
			$site['notices'][] = $notice;
		}
	}
	if ( array() === $messages ) {
		foreach ( $site['notices'] as &$notice ) {
			$notice['url'] = '' === $notice['url'] ? '' : esc_url_raw( to_site_relative( $notice['url'] ) );
		}
		unset( $notice );
		update_option( SITE_OPTION, $site );
	} else {
		set_transient(
			site_problem_key(),
			array(
				'site'     => $site,
				'messages' => array_unique( $messages ),
			),
			HOUR_IN_SECONDS
		);
	}
	wp_safe_redirect( admin_url( 'admin.php?page=' . SITE_PAGE . '&updated=1' ) );
	exit;
}

/** @return string[] What an editor has to correct. */
function notice_problems( array $notice ): array {
	$problems = array();
	if ( '' === $notice['text'] ) {
		$problems[] = __( 'A notice needs a text.', 'site-companion' );
	}
	if ( mb_strlen( $notice['text'] ) > NOTICE_MAX_LENGTH ) {
		/* translators: %d: number of characters. */
		$problems[] = sprintf( __( 'A notice can have up to %d characters.', 'site-companion' ), NOTICE_MAX_LENGTH );
	}
	if ( '' !== $notice['url'] && ! preg_match( '#^(/(?!/)|https?://|mailto:)#i', $notice['url'] ) ) {
		$problems[] = __( 'The link of a notice must be a path such as /contact, or an address that begins with https://.', 'site-companion' );
	}
	foreach ( array( $notice['from'], $notice['until'] ) as $time ) {
		if ( '' !== $time && ! preg_match( '/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/', $time ) ) {
			$problems[] = __( 'A notice has a time that cannot be read.', 'site-companion' );
		}
	}
	if ( '' !== $notice['from'] && '' !== $notice['until'] && $notice['until'] <= $notice['from'] ) {
		$problems[] = __( 'A notice ends before it begins.', 'site-companion' );
	}

	return $problems;
}

/** The name of the transient with the rejected input of this user. */
function site_problem_key(): string {
	return 'site_companion_site_' . get_current_user_id();
}

function enqueue_site_page( string $hook ): void {
	if ( 'toplevel_page_' . SITE_PAGE !== $hook ) {
		return;
	}
	wp_enqueue_style( 'site-companion-site', plugins_url( 'site-page.css', __FILE__ ), array(), VERSION );
	wp_enqueue_script( 'site-companion-site', plugins_url( 'site-page.js', __FILE__ ), array(), VERSION, true );
}

/** @param array<string, string|null> $attributes Attributes that are null are left out. */
function render_attributes( array $attributes ): void {
	foreach ( $attributes as $name => $value ) {
		if ( null !== $value ) {
			echo ' ' . esc_attr( $name ) . '="' . esc_attr( $value ) . '"';
		}
	}
}
