<?php
/**
 * The screen Settings → Site Companion: the address of the site, the secrets, the connection test, the messages to the site, and what
 * deleting the plugin removes.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

defined( 'ABSPATH' ) || exit;

const SETTINGS_PAGE       = 'site-companion';
const SETTINGS_CAPABILITY = 'manage_options';
/** Seconds after which administrators are warned about a waiting message. A restart of the site takes less. */
const LONG_WAIT = 5 * MINUTE_IN_SECONDS;
/** Prefix of the name of a transient, which stores what the screen shows a user once after an action. */
const SETTINGS_FLASH = 'site_companion_flash_';

add_action( 'admin_menu', __NAMESPACE__ . '\add_settings_page' );
add_action( 'admin_init', __NAMESPACE__ . '\register_settings' );
add_action( 'admin_notices', __NAMESPACE__ . '\warn_on_dashboard' );
add_action( 'admin_post_site_companion_generate', __NAMESPACE__ . '\generate_secret' );
add_action( 'admin_post_site_companion_test', __NAMESPACE__ . '\run_connection_test' );
add_action( 'admin_post_site_companion_refresh', __NAMESPACE__ . '\refresh_site' );
add_filter( 'plugin_action_links_' . plugin_basename( dirname( __DIR__ ) . '/site-companion.php' ), __NAMESPACE__ . '\add_plugin_links' );

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
 * Warns editors on the dashboard if messages cannot be delivered to the site. Only administrators can do something about it.
 */
function warn_on_dashboard(): void {
	$screen = get_current_screen();
	if ( ! $screen || 'dashboard' !== $screen->id || ! current_user_can( OPTIONS_CAPABILITY ) ) {
		return;
	}
	$problem = delivery_problem();
	if ( null === $problem || min( array_column( waiting_changes(), 'time' ) ) > time() - LONG_WAIT ) {
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

/**
 * Adds "Settings" and "View site" to the list of plugins.
 *
 * @param string[] $links Links of the plugin.
 * @return string[]
 */
function add_plugin_links( array $links ): array {
	$own = array();
	if ( current_user_can( SETTINGS_CAPABILITY ) ) {
		$own['settings'] = sprintf( '<a href="%s">%s</a>', esc_url( settings_url() ), esc_html__( 'Settings', 'site-companion' ) );
	}
	$site = setting( 'SITE_COMPANION_SITE_URL' );
	if ( '' !== $site ) {
		$own['site'] = sprintf( '<a href="%s">%s</a>', esc_url( $site ), esc_html__( 'View site', 'site-companion' ) );
	}

	return array_merge( $own, $links );
}

function register_settings(): void {
	register_setting(
		SETTINGS_PAGE,
		SETTINGS_OPTION,
		array(
			'type'              => 'object',
			'sanitize_callback' => __NAMESPACE__ . '\clean_settings',
			'show_in_rest'      => false,
		)
	);
	add_settings_section( 'site', __( 'The site', 'site-companion' ), '__return_null', SETTINGS_PAGE );
	add_settings_field(
		'site_url',
		__( 'Site address', 'site-companion' ),
		__NAMESPACE__ . '\show_site_url_field',
		SETTINGS_PAGE,
		'site',
		array( 'label_for' => 'site-companion-site-url' )
	);
	foreach ( secret_fields() as $key => $field ) {
		add_settings_field(
			$key,
			$field['label'],
			__NAMESPACE__ . '\show_secret_field',
			SETTINGS_PAGE,
			'site',
			array(
				'key'       => $key,
				'label_for' => "site-companion-$key",
			)
		);
	}
	add_settings_section( 'deletion', __( 'When the plugin is deleted', 'site-companion' ), '__return_null', SETTINGS_PAGE );
	add_settings_field( 'on_delete', __( 'Delete as well', 'site-companion' ), __NAMESPACE__ . '\show_deletion_field', SETTINGS_PAGE, 'deletion' );
}

/**
 * @return array<string, array{name: string, variable: string, label: string, help: string}>
 */
function secret_fields(): array {
	return array(
		'revalidate_secret' => array(
			'name'     => 'SITE_COMPANION_REVALIDATE_SECRET',
			'variable' => 'REVALIDATE_SECRET',
			'label'    => __( 'Secret for messages', 'site-companion' ),
			'help'     => __( 'Lets WordPress tell the site what has changed, so that changes appear at once.', 'site-companion' ),
		),
		'preview_secret'    => array(
			'name'     => 'SITE_COMPANION_PREVIEW_SECRET',
			'variable' => 'PREVIEW_SECRET',
			'label'    => __( 'Secret for previews', 'site-companion' ),
			'help'     => __( 'Lets “Preview” open drafts on the site.', 'site-companion' ),
		),
	);
}

/**
 * @return array<string, array{label: string, help: string}> What can be deleted with the plugin.
 */
function deletion_choices(): array {
	return array(
		'nothing'    => array(
			'label' => __( 'Nothing', 'site-companion' ),
			'help'  => __( 'When you install the plugin again, everything is as it was.', 'site-companion' ),
		),
		'settings'   => array(
			'label' => __( 'The settings', 'site-companion' ),
			'help'  => __( 'The settings and secrets of this screen. All texts stay.', 'site-companion' ),
		),
		'everything' => array(
			'label' => __( 'The settings and all content of the plugin', 'site-companion' ),
			'help'  => __( 'Also all questions, topics, events and redirects, the home page, the FAQ page, the name, description, telephone number and notices of the site, and the fields and texts for search engines of pages and posts. Pages, posts and menus themselves stay. This cannot be undone.', 'site-companion' ),
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
	foreach ( array( 'site_url', 'on_delete', ...array_keys( secret_fields() ) ) as $key ) {
		$saved[ $key ] = saved_setting( $key );
	}

	$url     = $text( 'site_url' );
	$problem = null === $url || '' === $url ? '' : site_url_problem( $url );
	if ( '' !== $problem ) {
		add_settings_error( SETTINGS_OPTION, 'site_url', $problem );
	} elseif ( null !== $url ) {
		$saved['site_url'] = untrailingslashit( esc_url_raw( $url, array( 'http', 'https' ) ) );
	}
	foreach ( secret_fields() as $key => $field ) {
		$secret = (string) $text( $key );
		if ( '1' === $text( "forget_$key" ) ) {
			$saved[ $key ] = '';
		} elseif ( strlen( $secret ) >= MIN_SECRET_LENGTH ) {
			$saved[ $key ] = $secret;
		} elseif ( '' !== $secret ) {
			// An empty field leaves the secret unchanged, because the field never contains the saved secret.
			/* translators: 1: label of a field, 2: number. */
			add_settings_error( SETTINGS_OPTION, $key, sprintf( __( '%1$s: at least %2$d characters are needed. The previous one is kept.', 'site-companion' ), $field['label'], MIN_SECRET_LENGTH ) );
		}
	}
	$choice = $text( 'on_delete' );
	if ( null !== $choice && isset( deletion_choices()[ $choice ] ) ) {
		$saved['on_delete'] = $choice;
	}
	// With the new settings, the delivery of waiting changes may succeed.
	schedule_delivery( time() );

	return array_filter( $saved, static fn( string $value ): bool => '' !== $value );
}

/**
 * Why an address cannot be that of the site; empty if it can.
 */
function site_url_problem( string $url ): string {
	$parts = wp_parse_url( $url );
	$host  = is_array( $parts ) ? (string) ( $parts['host'] ?? '' ) : '';
	if ( '' === $host || ! in_array( strtolower( $parts['scheme'] ?? '' ), array( 'http', 'https' ), true ) ) {
		return __( 'The site address must begin with https:// or http:// and a name, as in https://www.example.com. The previous one is kept.', 'site-companion' );
	}
	if ( '' !== trim( $parts['path'] ?? '', '/' ) || isset( $parts['query'] ) || isset( $parts['fragment'] ) || isset( $parts['user'] ) ) {
		return __( 'The site address must end after the name, without a path, because the site is always at the root of its host. The previous one is kept.', 'site-companion' );
	}
	if ( untrailingslashit( strtolower( $url ) ) === untrailingslashit( strtolower( home_url() ) ) ) {
		return __( 'This is the address of this WordPress. Enter the address at which visitors see the site.', 'site-companion' );
	}

	return '';
}

function show_site_url_field(): void {
	$fixed = fixed_setting( 'SITE_COMPANION_SITE_URL' );
	if ( '' !== $fixed ) {
		printf( '<input class="regular-text" type="url" id="site-companion-site-url" value="%s" disabled />', esc_attr( $fixed ) );
		show_fixed_note( 'SITE_COMPANION_SITE_URL' );

		return;
	}
	printf(
		'<input class="regular-text" type="url" id="site-companion-site-url" name="%s[site_url]" value="%s" placeholder="https://www.example.com" aria-describedby="site-companion-site-url-help" />',
		esc_attr( SETTINGS_OPTION ),
		esc_attr( saved_setting( 'site_url' ) )
	);
	printf( '<p class="description" id="site-companion-site-url-help">%s</p>', esc_html__( 'Where visitors see the site, not this WordPress.', 'site-companion' ) );
}

function show_fixed_note( string $name ): void {
	/* translators: %s: name of a constant. */
	$from_constant = __( 'Fixed by the constant %s in wp-config.php.', 'site-companion' );
	/* translators: %s: name of an environment variable. */
	$from_variable = __( 'Fixed by the environment variable %s.', 'site-companion' );
	$is_constant   = defined( $name ) && '' !== (string) constant( $name );
	printf(
		'<p class="description">%s</p>',
		wp_kses( sprintf( esc_html( $is_constant ? $from_constant : $from_variable ), '<code>' . esc_html( $name ) . '</code>' ), array( 'code' => array() ) )
	);
}

/**
 * @param array{key: string, label_for: string} $args From `add_settings_field`.
 */
function show_secret_field( array $args ): void {
	$key   = $args['key'];
	$id    = $args['label_for'];
	$field = secret_fields()[ $key ];
	if ( '' !== fixed_setting( $field['name'] ) ) {
		printf( '<input class="regular-text" type="password" id="%s" value="••••••••••••" disabled />', esc_attr( $id ) );
		show_fixed_note( $field['name'] );

		return;
	}
	$is_saved = '' !== saved_setting( $key );
	printf(
		'<input class="regular-text" type="password" id="%1$s" name="%2$s[%3$s]" value="" autocomplete="new-password" placeholder="%4$s" aria-describedby="%1$s-help" /> ',
		esc_attr( $id ),
		esc_attr( SETTINGS_OPTION ),
		esc_attr( $key ),
		$is_saved ? '••••••••••••' : ''
	);
	printf(
		'<button type="submit" class="button" form="site-companion-generate" name="secret" value="%s">%s</button>',
		esc_attr( $key ),
		esc_html( $is_saved ? __( 'Create a new one', 'site-companion' ) : __( 'Create', 'site-companion' ) )
	);
	$state = $is_saved
		? __( 'A secret is saved. Leave the field empty to keep it.', 'site-companion' )
		/* translators: %s: name of a setting of the site. */
		: sprintf( __( 'Create one, or enter the value of %s from the settings of the site.', 'site-companion' ), $field['variable'] );
	printf( '<p class="description" id="%s-help">%s %s</p>', esc_attr( $id ), esc_html( $field['help'] ), esc_html( $state ) );
	if ( $is_saved ) {
		printf(
			'<label><input type="checkbox" name="%s[forget_%s]" value="1" /> %s</label>',
			esc_attr( SETTINGS_OPTION ),
			esc_attr( $key ),
			esc_html__( 'Remove this secret', 'site-companion' )
		);
	}
}

function show_deletion_field(): void {
	$saved   = saved_setting( 'on_delete' );
	$current = '' === $saved ? 'nothing' : $saved;
	printf( '<fieldset><legend class="screen-reader-text">%s</legend>', esc_html__( 'Delete as well', 'site-companion' ) );
	foreach ( deletion_choices() as $value => $choice ) {
		printf(
			'<p><label><input type="radio" name="%s[on_delete]" value="%s" %s /> %s</label><br /><span class="description">%s</span></p>',
			esc_attr( SETTINGS_OPTION ),
			esc_attr( $value ),
			checked( $current, $value, false ),
			esc_html( $choice['label'] ),
			esc_html( $choice['help'] )
		);
	}
	echo '</fieldset>';
}

function show_settings_page(): void {
	$flash = take_flash();
	?>
	<div class="wrap">
		<h1><?php esc_html_e( 'Site Companion', 'site-companion' ); ?></h1>
		<p><?php esc_html_e( 'Connects this WordPress with the website that shows its content.', 'site-companion' ); ?></p>
		<?php
		if ( isset( $flash['secret'], $flash['variable'] ) ) {
			show_new_secret( $flash['secret'], $flash['variable'] );
		}
		?>
		<form method="post" action="<?php echo esc_url( admin_url( 'options.php' ) ); ?>">
			<?php
			settings_fields( SETTINGS_PAGE );
			do_settings_sections( SETTINGS_PAGE );
			submit_button();
			?>
		</form>
		<form method="post" action="<?php echo esc_url( admin_url( 'admin-post.php' ) ); ?>" id="site-companion-generate">
			<input type="hidden" name="action" value="site_companion_generate" />
			<?php wp_nonce_field( 'site_companion_generate' ); ?>
		</form>

		<h2 id="connection"><?php esc_html_e( 'Connection', 'site-companion' ); ?></h2>
		<form method="post" action="<?php echo esc_url( admin_url( 'admin-post.php' ) ); ?>">
			<input type="hidden" name="action" value="site_companion_test" />
			<?php wp_nonce_field( 'site_companion_test' ); ?>
			<p><?php esc_html_e( 'Save changes first: the test uses the saved settings. It takes up to 15 seconds.', 'site-companion' ); ?></p>
			<p><button type="submit" class="button"><?php esc_html_e( 'Test the connection', 'site-companion' ); ?></button></p>
		</form>
		<?php
		if ( isset( $flash['results'] ) && is_array( $flash['results'] ) ) {
			show_connection_results( $flash['results'] );
		}
		show_delivery();
		?>
	</div>
	<?php
}

function show_new_secret( string $secret, string $variable ): void {
	?>
	<div class="notice notice-warning">
		<p><label for="site-companion-new-secret"><?php esc_html_e( 'The new secret, which is shown only now. Copy this line into the settings of the site (.env), then restart the site:', 'site-companion' ); ?></label></p>
		<p><input class="large-text code" type="text" id="site-companion-new-secret" readonly value="<?php echo esc_attr( "$variable=$secret" ); ?>" /></p>
	</div>
	<?php
}

/**
 * @param array<int, array{title: string, state: string, sentence: string, advice: string}> $results From `test_connection`.
 */
function show_connection_results( array $results ): void {
	$types = array(
		'ok'     => array( 'success', __( 'Works', 'site-companion' ) ),
		'off'    => array( 'info', __( 'Off', 'site-companion' ) ),
		'failed' => array( 'error', __( 'Does not work', 'site-companion' ) ),
	);
	echo '<div class="site-companion-results" role="status">';
	foreach ( $results as $result ) {
		[ $type, $word ] = $types[ $result['state'] ] ?? $types['failed'];
		wp_admin_notice(
			sprintf( '<strong>%s: %s</strong> %s %s', esc_html( $result['title'] ), esc_html( $word ), esc_html( $result['sentence'] ), esc_html( $result['advice'] ) ),
			array(
				'type'               => $type,
				'additional_classes' => array( 'inline' ),
			)
		);
	}
	echo '</div>';
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

/**
 * @param array<string, mixed> $flash What the screen shows once.
 */
function return_to_settings( array $flash, string $fragment = '' ): never {
	set_transient( SETTINGS_FLASH . get_current_user_id(), $flash, 5 * MINUTE_IN_SECONDS );
	wp_safe_redirect( settings_url() . $fragment );
	exit;
}

/**
 * @return array<string, mixed>
 */
function take_flash(): array {
	$name  = SETTINGS_FLASH . get_current_user_id();
	$flash = get_transient( $name );
	delete_transient( $name );

	return is_array( $flash ) ? $flash : array();
}

function generate_secret(): never {
	check_settings_action( 'site_companion_generate' );
	// phpcs:ignore WordPress.Security.NonceVerification.Missing
	$key   = isset( $_POST['secret'] ) ? sanitize_key( wp_unslash( $_POST['secret'] ) ) : '';
	$field = secret_fields()[ $key ] ?? null;
	if ( null === $field || '' !== fixed_setting( $field['name'] ) ) {
		return_to_settings( array() );
	}
	$secret = base64url( random_bytes( 32 ) );
	update_option( SETTINGS_OPTION, array( $key => $secret ) + (array) get_option( SETTINGS_OPTION, array() ) );
	return_to_settings(
		array(
			'secret'   => $secret,
			'variable' => $field['variable'],
		)
	);
}

function run_connection_test(): never {
	check_settings_action( 'site_companion_test' );
	$results = test_connection();
	if ( 'ok' === $results[0]['state'] ) {
		deliver_waiting();
	}
	return_to_settings( array( 'results' => $results ), '#connection' );
}

/** Delivers what waits, and revalidates everything, in case that the site has lost a message. */
function refresh_site(): never {
	check_settings_action( 'site_companion_refresh' );
	store_waiting( array( '*' ) );
	deliver_waiting();
	return_to_settings( array(), '#messages' );
}
