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
add_action( 'admin_enqueue_scripts', __NAMESPACE__ . '\enqueue_settings_style' );
add_action( 'admin_notices', __NAMESPACE__ . '\warn_on_dashboard' );
add_action( 'admin_post_site_companion_generate', __NAMESPACE__ . '\generate_secret' );
add_action( 'admin_post_site_companion_test', __NAMESPACE__ . '\run_connection_test' );
add_action( 'admin_post_site_companion_send_again', __NAMESPACE__ . '\send_delivery_again' );
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
	$oldest = oldest_waiting_delivery();
	if ( null === $oldest || '' === $oldest->outcome || (int) $oldest->created_at > time() - LONG_WAIT ) {
		return;
	}
	$notice = __( 'WordPress cannot tell the website about changes, so they appear there with a delay.', 'site-companion' );
	$advice = current_user_can( SETTINGS_CAPABILITY )
		? sprintf( '<a href="%s">%s</a>', esc_url( settings_url() . '#messages' ), esc_html__( 'What to do', 'site-companion' ) )
		: esc_html__( 'Nothing is lost. Ask an administrator to open Settings, Site Companion.', 'site-companion' );
	wp_admin_notice(
		sprintf( '%s %s %s', esc_html( $notice ), esc_html( explain_outcome( $oldest->outcome, $oldest->detail )[0] ), $advice ),
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
			'help'  => __( 'The settings and secrets of this screen and the list of messages. All texts stay.', 'site-companion' ),
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
	$saved = array(
		'site_url'          => saved_setting( 'site_url' ),
		'revalidate_secret' => saved_setting( 'revalidate_secret' ),
		'preview_secret'    => saved_setting( 'preview_secret' ),
		'on_delete'         => saved_setting( 'on_delete' ),
	);

	$url     = $text( 'site_url' );
	$problem = null === $url || '' === $url ? '' : site_url_problem( $url );
	if ( '' !== $problem ) {
		add_settings_error( SETTINGS_OPTION, 'site_url', $problem );
	} elseif ( null !== $url ) {
		$saved['site_url'] = untrailingslashit( esc_url_raw( $url, array( 'http', 'https' ) ) );
	}
	foreach ( secret_fields() as $key => $field ) {
		$secret = $text( $key );
		// An empty field leaves the secret unchanged, because the field never contains the saved secret.
		if ( null === $secret || '' === $secret ) {
			continue;
		}
		if ( strlen( $secret ) < MIN_SECRET_LENGTH ) {
			/* translators: 1: label of a field, 2: number. */
			add_settings_error( SETTINGS_OPTION, $key, sprintf( __( '%1$s: at least %2$d characters are needed. The previous one is kept.', 'site-companion' ), $field['label'], MIN_SECRET_LENGTH ) );
		} else {
			$saved[ $key ] = $secret;
		}
	}
	foreach ( array_keys( secret_fields() ) as $key ) {
		if ( '1' === $text( "forget_$key" ) ) {
			$saved[ $key ] = '';
		}
	}
	$choice = $text( 'on_delete' );
	if ( null !== $choice && isset( deletion_choices()[ $choice ] ) ) {
		$saved['on_delete'] = $choice;
	}
	// With the new settings, the delivery of waiting messages may succeed.
	retry_waiting();
	schedule_delivery();

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
	<div class="wrap site-companion-settings">
		<h1><?php esc_html_e( 'Site Companion', 'site-companion' ); ?></h1>
		<p><?php esc_html_e( 'Connects this WordPress with the website that shows its content.', 'site-companion' ); ?></p>
		<?php
		if ( isset( $flash['notice'] ) ) {
			wp_admin_notice( esc_html( $flash['notice'] ), array( 'type' => $flash['type'] ?? 'success' ) );
		}
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
		show_deliveries();
		?>
	</div>
	<?php
}

function show_new_secret( string $secret, string $variable ): void {
	?>
	<div class="notice notice-warning site-companion-secret">
		<p><label for="site-companion-new-secret"><?php esc_html_e( 'The new secret, which is shown only now. Copy this line into the settings of the site (.env), then restart the site:', 'site-companion' ); ?></label></p>
		<p><input class="large-text code" type="text" id="site-companion-new-secret" readonly value="<?php echo esc_attr( "$variable=$secret" ); ?>" /></p>
	</div>
	<?php
}

/**
 * @param array<int, array{title: string, state: string, sentence: string, advice: string}> $results From `test_connection`.
 */
function show_connection_results( array $results ): void {
	$marks = array(
		'ok'     => array( 'yes-alt', __( 'Works', 'site-companion' ) ),
		'off'    => array( 'minus', __( 'Off', 'site-companion' ) ),
		'failed' => array( 'dismiss', __( 'Does not work', 'site-companion' ) ),
	);
	echo '<ul class="site-companion-results" role="status">';
	foreach ( $results as $result ) {
		[ $icon, $word ] = $marks[ $result['state'] ] ?? $marks['failed'];
		printf(
			'<li class="is-%s"><span class="dashicons dashicons-%s" aria-hidden="true"></span><div><strong>%s: %s</strong><br />%s%s</div></li>',
			esc_attr( $result['state'] ),
			esc_attr( $icon ),
			esc_html( $result['title'] ),
			esc_html( $word ),
			esc_html( $result['sentence'] ),
			'' === $result['advice'] ? '' : '<br /><em>' . esc_html( $result['advice'] ) . '</em>'
		);
	}
	echo '</ul>';
}

function show_deliveries(): void {
	$deliveries = list_deliveries();
	?>
	<h2 id="messages"><?php esc_html_e( 'Messages to the site', 'site-companion' ); ?></h2>
	<p>
		<?php
		/* translators: %d: number of messages. */
		echo esc_html( sprintf( __( 'The last %d. If the site cannot be reached, WordPress tries again after one minute, then less and less often for about eight hours.', 'site-companion' ), MAX_LISTED ) );
		?>
	</p>
	<?php
	if ( array() === $deliveries ) {
		printf( '<p><em>%s</em></p>', esc_html__( 'None yet. Change a text that is published, and it appears here.', 'site-companion' ) );

		return;
	}
	?>
	<form method="post" action="<?php echo esc_url( admin_url( 'admin-post.php' ) ); ?>">
		<input type="hidden" name="action" value="site_companion_send_again" />
		<?php wp_nonce_field( 'site_companion_send_again' ); ?>
		<table class="widefat striped site-companion-deliveries">
			<thead>
				<tr>
					<th scope="col"><?php esc_html_e( 'Time', 'site-companion' ); ?></th>
					<th scope="col"><?php esc_html_e( 'Status', 'site-companion' ); ?></th>
					<th scope="col"><?php esc_html_e( 'What changed', 'site-companion' ); ?></th>
					<th scope="col"><?php esc_html_e( 'Result', 'site-companion' ); ?></th>
					<th scope="col"><span class="screen-reader-text"><?php esc_html_e( 'Action', 'site-companion' ); ?></span></th>
				</tr>
			</thead>
			<tbody><?php array_walk( $deliveries, __NAMESPACE__ . '\show_delivery' ); ?></tbody>
		</table>
	</form>
	<?php
}

function show_delivery( object $delivery ): void {
	$words                 = array(
		'delivered' => __( 'Delivered', 'site-companion' ),
		'waiting'   => __( 'Waiting', 'site-companion' ),
		'failed'    => __( 'Given up', 'site-companion' ),
	);
	$tags                  = json_decode( $delivery->tags, true );
	// `event:*` always accompanies the tag of an event, and would read as if all of them had changed.
	$tags                  = array_filter( is_array( $tags ) ? $tags : array(), static fn( string $tag ): bool => ! str_ends_with( $tag, ':*' ) );
	[ $sentence, $advice ] = '' === $delivery->outcome
		? array( __( 'It has not been sent yet.', 'site-companion' ), '' )
		: explain_outcome( $delivery->outcome, $delivery->detail );
	?>
	<tr>
		<td data-label="<?php esc_attr_e( 'Time', 'site-companion' ); ?>"><?php echo esc_html( (string) wp_date( get_option( 'date_format' ) . ' H:i:s', (int) $delivery->created_at ) ); ?></td>
		<td data-label="<?php esc_attr_e( 'Status', 'site-companion' ); ?>">
			<span class="site-companion-status is-<?php echo esc_attr( $delivery->status ); ?>"><?php echo esc_html( $words[ $delivery->status ] ?? $delivery->status ); ?></span>
			<?php if ( (int) $delivery->attempts > 1 ) : ?>
				<br />
				<?php
				/* translators: %s: number of attempts. */
				echo esc_html( sprintf( _n( '%s attempt', '%s attempts', (int) $delivery->attempts, 'site-companion' ), number_format_i18n( (int) $delivery->attempts ) ) );
			endif;
			?>
		</td>
		<td data-label="<?php esc_attr_e( 'What changed', 'site-companion' ); ?>"><?php echo esc_html( array( '*' ) === $tags ? __( 'Everything', 'site-companion' ) : implode( ', ', $tags ) ); ?></td>
		<td data-label="<?php esc_attr_e( 'Result', 'site-companion' ); ?>">
			<?php
			echo esc_html( $sentence );
			if ( 'waiting' === $delivery->status && (int) $delivery->attempts > 0 ) {
				/* translators: %s: time of day. */
				echo ' ' . esc_html( sprintf( __( 'Next attempt at %s.', 'site-companion' ), (string) wp_date( 'H:i:s', (int) $delivery->due_at ) ) );
			}
			if ( '' !== $advice && 'delivered' !== $delivery->status ) {
				echo '<br /><em>' . esc_html( $advice ) . '</em>';
			}
			?>
		</td>
		<td><button type="submit" class="button button-small" name="delivery" value="<?php echo esc_attr( $delivery->id ); ?>"><?php esc_html_e( 'Send again', 'site-companion' ); ?></button></td>
	</tr>
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
		retry_waiting();
		deliver_due();
	}
	return_to_settings( array( 'results' => $results ), '#connection' );
}

function send_delivery_again(): never {
	check_settings_action( 'site_companion_send_again' );
	// phpcs:ignore WordPress.Security.NonceVerification.Missing
	send_again( isset( $_POST['delivery'] ) ? absint( wp_unslash( $_POST['delivery'] ) ) : 0 );
	deliver_due();
	return_to_settings( array( 'notice' => __( 'Sent again. The list shows the result.', 'site-companion' ) ), '#messages' );
}

function enqueue_settings_style( string $hook ): void {
	if ( 'settings_page_' . SETTINGS_PAGE === $hook ) {
		enqueue_style( 'settings/settings.css' );
	}
}
