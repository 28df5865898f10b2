<?php
/**
 * Tells the site's revalidation webhook what has changed. Changes wait until the site has received them. Each request that changes
 * content stores its changes in an option of its own, so that concurrent requests do not overwrite each other's changes.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

defined( 'ABSPATH' ) || exit;

const DELIVERY_HOOK = 'site_companion_deliver';
/** Prefix of the names of the options with waiting changes: the time and the cache tags. */
const WAITING_PREFIX = 'site_companion_waiting_';
/** The option with the result of the latest attempt. */
const DELIVERY_OPTION = 'site_companion_delivery';
/** More waiting requests than this are replaced by one that revalidates everything. */
const MAX_WAITING = 50;
/** The largest number of tags that the site accepts in one message. */
const MAX_TAGS         = 200;
const DELIVERY_TIMEOUT = 5;
/** Seconds after which a due attempt counts as overdue: neither cron nor a background request has made it. */
const OVERDUE = 20;

add_action( DELIVERY_HOOK, __NAMESPACE__ . '\deliver_waiting' );
// Where WordPress can neither call itself nor run cron, the heartbeat of an open wp-admin page delivers changes.
add_action( 'heartbeat_tick', __NAMESPACE__ . '\deliver_overdue' );
add_editor_route( 'GET', '/delivery', static fn(): array => array( 'problem' => delivery_problem() ), 'edit_posts' );
add_action( 'enqueue_block_editor_assets', __NAMESPACE__ . '\enqueue_delivery_notice' );
add_action( 'wp_ajax_' . DELIVERY_HOOK, __NAMESPACE__ . '\answer_delivery_request' );
add_action( 'wp_ajax_nopriv_' . DELIVERY_HOOK, __NAMESPACE__ . '\answer_delivery_request' );

/**
 * Seconds until the next attempt: one minute, then as long as the latest change has waited already, which doubles the wait, up to an hour.
 *
 * @param int $waited Seconds.
 */
function delivery_pause( int $waited ): int {
	return min( HOUR_IN_SECONDS, max( MINUTE_IN_SECONDS, $waited ) );
}

/**
 * The waiting changes by the name of their option, oldest first.
 *
 * @return array<string, array{time: int, tags: string[]}>
 */
function waiting_changes(): array {
	global $wpdb;

	// Not from the cache of options, because another request may have stored changes since.
	$rows    = $wpdb->get_results( $wpdb->prepare( "SELECT option_name, option_value FROM $wpdb->options WHERE option_name LIKE %s", $wpdb->esc_like( WAITING_PREFIX ) . '%' ) );
	$changes = array_map( 'maybe_unserialize', array_column( $rows, 'option_value', 'option_name' ) );
	uasort( $changes, static fn( array $one, array $other ): int => $one['time'] <=> $other['time'] );

	return $changes;
}

/**
 * @param string[] $tags Cache tags.
 */
function store_waiting( array $tags ): void {
	$waiting = waiting_changes();
	if ( count( $waiting ) >= MAX_WAITING ) {
		array_map( 'delete_option', array_keys( $waiting ) );
		$tags = array( '*' );
	}
	$change = array(
		'time' => time(),
		'tags' => $tags,
	);
	add_option( WAITING_PREFIX . wp_generate_uuid4(), $change, '', false );
}

/**
 * The latest attempt, and the time of the next one if it failed. `outcome` is empty before the first attempt.
 *
 * @return array{time: int, next: int, outcome: string, detail: string}
 */
function latest_delivery(): array {
	$stored = get_option( DELIVERY_OPTION );

	return ( is_array( $stored ) ? $stored : array() ) + array(
		'time'    => 0,
		'next'    => 0,
		'outcome' => '',
		'detail'  => '',
	);
}

/** Sends all waiting changes in one message. Those that are stored in the meantime are sent afterwards, for up to 20 seconds. */
function deliver_waiting(): void {
	$deadline = time() + 20;
	do {
		$waiting = waiting_changes();
		if ( array() === $waiting ) {
			return;
		}
		$has_arrived = deliver( $waiting );
	} while ( $has_arrived && time() < $deadline );
}

function deliver_overdue(): void {
	if ( latest_delivery()['next'] < time() - OVERDUE ) {
		deliver_waiting();
	}
}

/**
 * Sends changes and deletes them if they have arrived. Two processes may send the same changes, which has no further effect.
 *
 * @param array<string, array{time: int, tags: string[]}> $waiting
 * @return bool Whether they have arrived.
 */
function deliver( array $waiting ): bool {
	$next = time() + delivery_pause( time() - max( array_column( $waiting, 'time' ) ) );
	// First, so that there is another attempt if this process ends early.
	schedule_delivery( $next );

	$tags    = array_values( array_unique( array_merge( ...array_column( array_values( $waiting ), 'tags' ) ) ) );
	$message = array(
		'tags' => in_array( '*', $tags, true ) || count( $tags ) > MAX_TAGS ? array( '*' ) : $tags,
		// The site rejects a signature that it has seen before (replay). The signature covers the body and the time in seconds, so without
		// the id, messages with the same tags within one second would have the same signature.
		'id'   => wp_generate_uuid4(),
	);
	$result  = send_to_site( '/api/revalidate', $message, DELIVERY_TIMEOUT );

	// Each attempt has an id of its own, so a replay means that the site has received this attempt before, for example because a proxy
	// repeated the request.
	$has_arrived = in_array( $result['outcome'], array( 'ok', 'replay' ), true );
	if ( $has_arrived ) {
		array_map( 'delete_option', array_keys( $waiting ) );
		schedule_delivery( null );
	}
	$latest = array(
		'time'    => time(),
		'next'    => $has_arrived ? 0 : $next,
		'outcome' => $result['outcome'],
		'detail'  => mb_substr( $result['detail'], 0, 500 ),
	);
	update_option( DELIVERY_OPTION, $latest, false );

	return $has_arrived;
}

/** Schedules the next attempt with WordPress's cron. Null: none. */
function schedule_delivery( ?int $time ): void {
	// All scheduled tasks are in one option, which other requests may have changed while this one waited for the site.
	wp_cache_delete_multiple( array( 'alloptions', 'cron' ), 'options' );
	wp_clear_scheduled_hook( DELIVERY_HOOK );
	if ( null !== $time ) {
		wp_schedule_single_event( $time, DELIVERY_HOOK );
	}
}

/** Why the site has not received a change; null if it has, or if the message is still being sent. */
function delivery_problem(): ?string {
	$latest = latest_delivery();

	return 0 === $latest['next'] || array() === waiting_changes() ? null : explain_outcome( $latest['outcome'], $latest['detail'] )[0];
}

/** The script that asks this route after saving in the block editor. */
function enqueue_delivery_notice(): void {
	if ( '' !== site_address() ) {
		enqueue_script( 'admin/delivery-notice.js', array( 'wp-api-fetch', 'wp-data', 'wp-editor', 'wp-notices', 'wp-i18n' ) );
	}
}

/**
 * Sends the waiting changes without delaying the response to the editor: after the response if PHP supports that, otherwise in
 * another request.
 */
function deliver_in_background(): void {
	// First, so that cron sends the changes if this process ends early or WordPress cannot send the request below to itself.
	schedule_delivery( time() );
	if ( wp_doing_cron() || 'cli' === PHP_SAPI ) {
		deliver_waiting();
	} elseif ( function_exists( 'fastcgi_finish_request' ) ) {
		fastcgi_finish_request();
		deliver_waiting();
	} elseif ( function_exists( 'litespeed_finish_request' ) ) {
		litespeed_finish_request();
		deliver_waiting();
	} else {
		wp_remote_post(
			admin_url( 'admin-ajax.php' ),
			array(
				'blocking'  => false,
				'timeout'   => 1,
				/** This filter is documented in wp-includes/class-wp-http-streams.php */
				'sslverify' => apply_filters( 'https_local_ssl_verify', false ), // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals
				'body'      => array(
					'action' => DELIVERY_HOOK,
					'token'  => delivery_token(),
				),
			)
		);
	}
}

/**
 * Without a token, anyone could make this WordPress call the site as often as they like.
 *
 * @param int $hours_ago The token of a request that was sent shortly before the full hour is that of the hour before.
 */
function delivery_token( int $hours_ago = 0 ): string {
	return wp_hash( DELIVERY_HOOK . ( (int) floor( time() / HOUR_IN_SECONDS ) - $hours_ago ), 'nonce' );
}

function answer_delivery_request(): never {
	// phpcs:ignore WordPress.Security.NonceVerification.Missing
	$token = isset( $_POST['token'] ) ? sanitize_text_field( wp_unslash( $_POST['token'] ) ) : '';
	if ( ! hash_equals( delivery_token(), $token ) && ! hash_equals( delivery_token( 1 ), $token ) ) {
		wp_die( '', '', array( 'response' => 403 ) );
	}
	ignore_user_abort( true );
	deliver_waiting();
	wp_die( '', '', array( 'response' => 200 ) );
}
