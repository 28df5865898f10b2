<?php
/**
 * The screen Settings → Site Companion: the address of the site, the secrets, the connection test and the messages to the site.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

defined( 'ABSPATH' ) || exit;

const SETTINGS_PAGE       = 'site-companion';
const SETTINGS_CAPABILITY = 'manage_options';

add_action( 'admin_menu', __NAMESPACE__ . '\add_settings_page' );
add_action( 'admin_init', __NAMESPACE__ . '\register_settings' );
add_action( 'admin_notices', __NAMESPACE__ . '\warn_of_undelivered_messages' );
add_action( 'admin_post_site_companion_test', __NAMESPACE__ . '\run_connection_test' );
add_action( 'admin_post_site_companion_refresh', __NAMESPACE__ . '\refresh_site' );

function add_settings_page(): void {
	add_options_page(
		__( 'Site Companion', 'site-companion' ),
		__( 'Site Companion', 'site-companion' ),
		SETTINGS_CAPABILITY,
		SETTINGS_PAGE,
		__NAMESPACE__ . '\show_settings_page'
	);
}

/**
 * Tells editors and administrators if messages cannot be delivered to the site. The block editor hides such notices; its script asks after
 * saving (`enqueue_delivery_notice`).
 */
function warn_of_undelivered_messages(): void {
	$problem = current_user_can( OPTIONS_CAPABILITY ) ? delivery_problem() : null;
	if ( null === $problem ) {
		return;
	}
	$notice = __( 'WordPress cannot tell the website about changes, so they appear there with a delay.', 'site-companion' );
	$advice = current_user_can( SETTINGS_CAPABILITY )
		? sprintf( '<a href="%s">%s</a>', esc_url( settings_url() . '#messages' ), esc_html__( 'What to do', 'site-companion' ) )
		: esc_html__( 'Nothing is lost. Ask an administrator to open Settings, Site Companion.', 'site-companion' );
	wp_admin_notice(
		sprintf( '%s %s %s', esc_html( $notice ), esc_html( $problem ), $advice ),
		array( 'type' => 'warning' )
	);
}

function settings_url(): string {
	return admin_url( 'options-general.php?page=' . SETTINGS_PAGE );
}

function register_settings(): void {
	register_setting(
		SETTINGS_PAGE,
		SETTINGS_OPTION,
		array(
			'type'              => 'object',
			'sanitize_callback' => __NAMESPACE__ . '\clean_settings',
		)
	);
	add_settings_section( 'site', __( 'The site', 'site-companion' ), '__return_null', SETTINGS_PAGE );
	foreach ( setting_fields() as $key => $field ) {
		add_settings_field(
			$key,
			$field['label'],
			static fn() => show_setting( $key, $field ),
			SETTINGS_PAGE,
			'site',
			array( 'label_for' => "site-companion-$key" )
		);
	}
}

/**
 * The fields of the screen by their key in the option. `name` is that of the constant.
 *
 * @return array<string, array{name: string, type: string, label: string, help: string}>
 */
function setting_fields(): array {
	return array(
		'site_url'          => array(
			'name'  => 'SITE_COMPANION_SITE_URL',
			'type'  => 'url',
			'label' => __( 'Site address', 'site-companion' ),
			'help'  => __( 'Where visitors see the site, not this WordPress.', 'site-companion' ),
		),
		'revalidate_secret' => array(
			'name'  => 'SITE_COMPANION_REVALIDATE_SECRET',
			'type'  => 'password',
			'label' => __( 'Secret for messages', 'site-companion' ),
			'help'  => __( 'Lets WordPress tell the site what has changed, so that changes appear at once. In the settings of the site, it is REVALIDATE_SECRET.', 'site-companion' ),
		),
		'preview_secret'    => array(
			'name'  => 'SITE_COMPANION_PREVIEW_SECRET',
			'type'  => 'password',
			'label' => __( 'Secret for previews', 'site-companion' ),
			'help'  => __( 'Lets “Preview” open drafts on the site. In the settings of the site, it is PREVIEW_SECRET.', 'site-companion' ),
		),
	);
}

/**
 * Validates the form. An invalid value is reported and not saved.
 *
 * @param mixed $input The submitted settings.
 * @return array<string, string>
 */
function clean_settings( mixed $input ): array {
	$input = is_array( $input ) ? $input : array();
	$text  = static fn( string $key ): ?string => is_string( $input[ $key ] ?? null ) ? trim( $input[ $key ] ) : null;
	$saved = array();
	foreach ( SETTING_KEYS as $key ) {
		$saved[ $key ] = saved_setting( $key );
	}

	$url = $text( 'site_url' ) ?? $saved['site_url'];
	if ( '' === $url || is_site_url( $url ) ) {
		$saved['site_url'] = untrailingslashit( esc_url_raw( $url, array( 'http', 'https' ) ) );
	} else {
		add_settings_error( SETTINGS_OPTION, 'site_url', __( 'The site address must begin with https:// or http:// and end after the name, as in https://www.example.com. It is not the address of this WordPress. The previous one is kept.', 'site-companion' ) );
	}
	foreach ( wp_list_filter( setting_fields(), array( 'type' => 'password' ) ) as $key => $field ) {
		$secret = (string) $text( $key );
		if ( strlen( $secret ) >= MIN_SECRET_LENGTH ) {
			$saved[ $key ] = $secret;
		} elseif ( '' !== $secret ) {
			// An empty field leaves the secret unchanged, because the field never contains the saved secret.
			/* translators: 1: label of a field, 2: number. */
			add_settings_error( SETTINGS_OPTION, $key, sprintf( __( '%1$s: at least %2$d characters are needed. The previous one is kept.', 'site-companion' ), $field['label'], MIN_SECRET_LENGTH ) );
		}
	}
	// With the new settings, the delivery of waiting changes may succeed.
	schedule_delivery( time() );

	return array_filter( $saved, static fn( string $value ): bool => '' !== $value );
}

/** Whether an address can be that of the site, which is always at the root of its host. */
function is_site_url( string $url ): bool {
	return 1 === preg_match( '#^https?://[^/?\#@\s]+/?$#i', $url ) && untrailingslashit( strtolower( $url ) ) !== untrailingslashit( strtolower( home_url() ) );
}

/** @param array{name: string, type: string, label: string, help: string} $field */
function show_setting( string $key, array $field ): void {
	$is_fixed  = '' !== fixed_setting( $field['name'] );
	$is_secret = 'password' === $field['type'];
	$is_saved  = '' !== setting( $field['name'] );
	printf(
		'<input class="regular-text" type="%1$s" id="site-companion-%2$s" name="%3$s[%2$s]" value="%4$s" placeholder="%5$s" autocomplete="new-password" aria-describedby="site-companion-%2$s-help"%6$s /> ',
		esc_attr( $field['type'] ),
		esc_attr( $key ),
		esc_attr( SETTINGS_OPTION ),
		esc_attr( $is_secret ? '' : setting( $field['name'] ) ),
		esc_attr( $is_secret ? ( $is_saved ? '••••••••••••' : '' ) : 'https://www.example.com' ),
		disabled( $is_fixed, true, false )
	);
	if ( $is_fixed ) {
		/* translators: %s: name of a constant. */
		$help = sprintf( __( 'Fixed by %s in wp-config.php or in the environment.', 'site-companion' ), $field['name'] );
	} elseif ( $is_secret ) {
		$state = $is_saved
			? __( 'A secret is saved. Leave the field empty to keep it.', 'site-companion' )
			: __( 'Create one and copy it into the settings of the site (.env), or enter the one from there.', 'site-companion' );
		$help  = "{$field['help']} $state";
		printf(
			'<button type="button" class="button" data-secret="%s">%s</button>',
			esc_attr( base64url( random_bytes( 32 ) ) ),
			esc_html( $is_saved ? __( 'Create a new one', 'site-companion' ) : __( 'Create', 'site-companion' ) )
		);
	} else {
		$help = $field['help'];
	}
	printf( '<p class="description" id="site-companion-%s-help">%s</p>', esc_attr( $key ), esc_html( $help ) );
}

/** Shows a new secret until it is saved. */
function print_secret_script(): void {
	wp_print_inline_script_tag(
		"for ( const button of document.querySelectorAll( '[data-secret]' ) ) {
			button.addEventListener( 'click', () => {
				const field = button.previousElementSibling;
				field.type = 'text';
				field.value = button.dataset.secret;
				field.select();
			} );
		}"
	);
}

function show_settings_page(): void {
	?>
	<div class="wrap">
		<h1><?php esc_html_e( 'Site Companion', 'site-companion' ); ?></h1>
		<p><?php esc_html_e( 'Connects this WordPress with the website that shows its content.', 'site-companion' ); ?></p>
		<form method="post" action="<?php echo esc_url( admin_url( 'options.php' ) ); ?>">
			<?php
			settings_fields( SETTINGS_PAGE );
			do_settings_sections( SETTINGS_PAGE );
			submit_button();
			?>
		</form>
		<h2 id="connection"><?php esc_html_e( 'Connection', 'site-companion' ); ?></h2>
		<form method="post" action="<?php echo esc_url( admin_url( 'admin-post.php' ) ); ?>">
			<input type="hidden" name="action" value="site_companion_test" />
			<?php wp_nonce_field( 'site_companion_test' ); ?>
			<p><?php esc_html_e( 'Save changes first: the test uses the saved settings. It takes up to 15 seconds.', 'site-companion' ); ?></p>
			<p><button type="submit" class="button"><?php esc_html_e( 'Test the connection', 'site-companion' ); ?></button></p>
		</form>
		<?php
		show_delivery();
		print_secret_script();
		?>
	</div>
	<?php
}

/** The state of the delivery of changes, and a button that delivers them at once. */
function show_delivery(): void {
	$waiting = waiting_changes();
	$latest  = latest_delivery();
	$time    = static fn( int $time ): string => (string) wp_date( get_option( 'date_format' ) . ' H:i:s', $time );
	$advice  = '';
	if ( array() !== $waiting ) {
		$since = $time( min( array_column( $waiting, 'time' ) ) );
		/* translators: %s: date and time. */
		$sentence = sprintf( __( 'The site has not received the changes since %s.', 'site-companion' ), $since );
		if ( 0 !== $latest['next'] ) {
			[ $reason, $advice ] = explain_outcome( $latest['outcome'], $latest['detail'] );
			/* translators: %s: date and time. */
			$sentence .= ' ' . $reason . ' ' . sprintf( __( 'Next attempt at %s.', 'site-companion' ), $time( $latest['next'] ) );
		}
	} elseif ( 0 === $latest['time'] ) {
		$sentence = __( 'None yet. Change a text that is published.', 'site-companion' );
	} else {
		/* translators: %s: date and time. */
		$sentence = sprintf( __( 'The site has received all changes, the latest at %s.', 'site-companion' ), $time( $latest['time'] ) );
	}
	?>
	<h2 id="messages"><?php esc_html_e( 'Messages to the site', 'site-companion' ); ?></h2>
	<p><?php esc_html_e( 'WordPress tells the site what has changed. If the site cannot be reached, WordPress tries again after one minute, then less and less often, at least once an hour.', 'site-companion' ); ?></p>
	<p><strong><?php echo esc_html( $sentence ); ?></strong> <?php echo esc_html( $advice ); ?></p>
	<form method="post" action="<?php echo esc_url( admin_url( 'admin-post.php' ) ); ?>">
		<input type="hidden" name="action" value="site_companion_refresh" />
		<?php wp_nonce_field( 'site_companion_refresh' ); ?>
		<p><button type="submit" class="button"><?php esc_html_e( 'Refresh every page of the site', 'site-companion' ); ?></button></p>
	</form>
	<?php
}

/**
 * Ends the request unless an administrator sent it from the settings screen.
 */
function check_settings_action( string $action ): void {
	if ( ! current_user_can( SETTINGS_CAPABILITY ) ) {
		wp_die( esc_html__( 'Only administrators may do this.', 'site-companion' ), '', array( 'response' => 403 ) );
	}
	check_admin_referer( $action );
}

/** Runs the test. The screen shows its results, which WordPress passes on like the messages of its own forms. */
function run_connection_test(): never {
	check_settings_action( 'site_companion_test' );
	$types   = array(
		'ok'     => array( 'success', __( 'Works', 'site-companion' ) ),
		'off'    => array( 'info', __( 'Off', 'site-companion' ) ),
		'failed' => array( 'error', __( 'Does not work', 'site-companion' ) ),
	);
	$results = test_connection();
	foreach ( $results as $index => $result ) {
		[ $type, $word ] = $types[ $result['state'] ];
		add_settings_error( SETTINGS_OPTION, "connection-$index", esc_html( "{$result['title']}: $word. {$result['sentence']} {$result['advice']}" ), $type );
	}
	set_transient( 'settings_errors', get_settings_errors(), 30 );
	if ( 'ok' === $results[0]['state'] ) {
		deliver_waiting();
	}
	wp_safe_redirect( add_query_arg( 'settings-updated', 'true', settings_url() ) );
	exit;
}

/** Delivers what waits, and revalidates everything, in case that the site has lost a message. */
function refresh_site(): never {
	check_settings_action( 'site_companion_refresh' );
	store_waiting( array( '*' ) );
	deliver_waiting();
	wp_safe_redirect( settings_url() . '#messages' );
	exit;
}
