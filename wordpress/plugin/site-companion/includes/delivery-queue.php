<?php
/**
 * The queue of messages to the revalidation webhook. It is a table, so that messages survive an outage of the site and concurrent requests
 * do not overwrite each other's messages. It also keeps the latest finished messages, which the settings screen lists.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

defined( 'ABSPATH' ) || exit;

const QUEUE_VERSION        = '1';
const QUEUE_VERSION_OPTION = 'site_companion_queue_version';
const DELIVERY_HOOK        = 'site_companion_deliver';
/** The number of finished messages that stay in the table, and of messages that the settings screen lists. */
const MAX_LISTED = 50;
/** More waiting messages than this are replaced by one that revalidates everything. */
const MAX_WAITING = 50;
/** The largest number of tags that the site accepts in one message. */
const MAX_TAGS         = 200;
const DELIVERY_TIMEOUT = 5;
/** Seconds after which a due message counts as overdue: neither cron nor a background request has sent it. */
const OVERDUE = 20;
/** Seconds after which a message is sent again if the process that was sending it ended without storing a result. */
const LEASE = 60;
/** About eight hours with the pauses of `delivery_pause`. */
const MAX_ATTEMPTS = 14;

add_action( 'init', __NAMESPACE__ . '\prepare_queue' );
add_action( DELIVERY_HOOK, __NAMESPACE__ . '\deliver_due' );
// Where WordPress can neither call itself nor run cron, the heartbeat of an open wp-admin page delivers messages.
add_action( 'heartbeat_tick', __NAMESPACE__ . '\deliver_overdue' );
add_action( 'rest_api_init', __NAMESPACE__ . '\register_delivery_route' );
add_action( 'wp_ajax_' . DELIVERY_HOOK, __NAMESPACE__ . '\answer_delivery_request' );
add_action( 'wp_ajax_nopriv_' . DELIVERY_HOOK, __NAMESPACE__ . '\answer_delivery_request' );

function queue_table(): string {
	global $wpdb;

	return $wpdb->prefix . 'site_companion_deliveries';
}

/**
 * Creates or updates the table. Not on activation, because plugins can be updated or copied without being activated.
 *
 * `sent_at` is the time at which an attempt began, and 0 again once the result of the attempt is stored.
 */
function prepare_queue(): void {
	global $wpdb;

	if ( QUEUE_VERSION === get_option( QUEUE_VERSION_OPTION ) ) {
		return;
	}
	require_once ABSPATH . 'wp-admin/includes/upgrade.php';
	$table   = queue_table();
	$charset = $wpdb->get_charset_collate();
	dbDelta(
		"CREATE TABLE $table (
		id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
		tags longtext NOT NULL,
		status varchar(20) NOT NULL DEFAULT 'waiting',
		attempts int(11) NOT NULL DEFAULT 0,
		created_at bigint(20) NOT NULL,
		sent_at bigint(20) NOT NULL DEFAULT 0,
		due_at bigint(20) NOT NULL,
		outcome varchar(40) NOT NULL DEFAULT '',
		detail text NOT NULL,
		PRIMARY KEY  (id),
		KEY status_due (status, due_at)
		) $charset;"
	);
	update_option( QUEUE_VERSION_OPTION, QUEUE_VERSION );
}

/**
 * Seconds until the next attempt: one minute, doubled up to an hour.
 *
 * @param int $attempts Attempts so far.
 */
function delivery_pause( int $attempts ): int {
	return min( HOUR_IN_SECONDS, MINUTE_IN_SECONDS * 2 ** min( 10, max( 0, $attempts - 1 ) ) );
}

/**
 * @param string[] $tags Cache tags.
 */
function enqueue_delivery( array $tags ): void {
	global $wpdb;

	$waiting = (int) $wpdb->get_var( $wpdb->prepare( 'SELECT COUNT(*) FROM %i WHERE status = %s', queue_table(), 'waiting' ) );
	if ( $waiting >= MAX_WAITING ) {
		$wpdb->delete( queue_table(), array( 'status' => 'waiting' ) );
		$tags = array( '*' );
	}
	$wpdb->insert(
		queue_table(),
		array(
			'tags'       => (string) wp_json_encode( count( $tags ) > MAX_TAGS ? array( '*' ) : $tags ),
			'created_at' => time(),
			'due_at'     => time(),
			'detail'     => '',
		)
	);
}

/**
 * Sends the messages that are due, oldest first, for up to 20 seconds. When a message is delivered, the site is reachable, so all
 * other messages become due.
 */
function deliver_due(): void {
	global $wpdb;

	$deadline = time() + 20;
	do {
		$row = $wpdb->get_row(
			$wpdb->prepare( 'SELECT * FROM %i WHERE status = %s AND due_at <= %d ORDER BY id LIMIT 1', queue_table(), 'waiting', time() )
		);
		if ( null === $row ) {
			break;
		}
		if ( ! lease_delivery( (int) $row->id, (int) $row->due_at ) ) {
			continue;
		}
		if ( deliver( $row ) ) {
			retry_waiting();
		}
	} while ( time() < $deadline );

	$wpdb->query(
		$wpdb->prepare(
			'DELETE FROM %i WHERE status <> %s AND id NOT IN ( SELECT id FROM ( SELECT id FROM %i WHERE status <> %s ORDER BY id DESC LIMIT %d ) AS recent )',
			queue_table(),
			'waiting',
			queue_table(),
			'waiting',
			MAX_LISTED
		)
	);
	schedule_delivery();
}

function deliver_overdue(): void {
	global $wpdb;

	$overdue = (int) $wpdb->get_var(
		$wpdb->prepare( 'SELECT COUNT(*) FROM %i WHERE status = %s AND due_at < %d', queue_table(), 'waiting', time() - OVERDUE )
	);
	if ( $overdue > 0 ) {
		deliver_due();
	}
}

/**
 * Leases a message, so that only this process sends it. Returns false if another process has leased it.
 */
function lease_delivery( int $id, int $due_at ): bool {
	global $wpdb;

	return 1 === $wpdb->query(
		$wpdb->prepare(
			'UPDATE %i SET due_at = %d, sent_at = %d WHERE id = %d AND status = %s AND due_at = %d',
			queue_table(),
			time() + LEASE,
			time(),
			$id,
			'waiting',
			$due_at
		)
	);
}

/**
 * Sends one message and stores the result.
 *
 * @return bool Whether it was delivered.
 */
function deliver( object $row ): bool {
	global $wpdb;

	$is_configured = '' !== setting( 'SITE_COMPANION_SITE_URL' ) && '' !== setting( 'SITE_COMPANION_REVALIDATE_SECRET' );
	$message       = array(
		'tags' => json_decode( $row->tags, true ),
		// The site rejects a signature that it has seen before (replay). The signature covers the body and the time in seconds, so without
		// the id, messages with the same tags within one second would have the same signature.
		'id'   => wp_generate_uuid4(),
	);

	// The outcome `unset` means that the URL of the site or the secret is missing.
	$result = $is_configured
		? send_to_site( '/api/revalidate', $message, DELIVERY_TIMEOUT )
		: to_outcome( 'unset', '' );

	// Each attempt has an id of its own, so a replay means that the site has received this attempt before, for example because a proxy
	// repeated the request.
	$has_arrived = in_array( $result['outcome'], array( 'ok', 'replay' ), true );
	$attempts    = (int) $row->attempts + 1;
	$status      = match ( true ) {
		$has_arrived              => 'delivered',
		$attempts >= MAX_ATTEMPTS => 'failed',
		default                   => 'waiting',
	};
	$wpdb->update(
		queue_table(),
		array(
			'status'   => $status,
			'attempts' => $attempts,
			'due_at'   => time() + delivery_pause( $attempts ),
			'sent_at'  => 0,
			'outcome'  => $result['outcome'],
			'detail'   => mb_substr( $result['detail'], 0, 500 ),
		),
		array( 'id' => (int) $row->id )
	);

	return $has_arrived;
}

/**
 * Makes all waiting messages due, except those that are being sent.
 */
function retry_waiting(): void {
	global $wpdb;

	$wpdb->query(
		$wpdb->prepare(
			'UPDATE %i SET due_at = %d WHERE status = %s AND sent_at = 0',
			queue_table(),
			time(),
			'waiting'
		)
	);
}

/**
 * Puts a message of any status back into the queue, with no attempts so far.
 */
function send_again( int $id ): void {
	global $wpdb;

	$wpdb->update(
		queue_table(),
		array(
			'status'   => 'waiting',
			'attempts' => 0,
			'due_at'   => time(),
			'sent_at'  => 0,
		),
		array( 'id' => $id )
	);
}

/**
 * Schedules the next attempt with WordPress's cron.
 */
function schedule_delivery(): void {
	global $wpdb;

	wp_clear_scheduled_hook( DELIVERY_HOOK );
	$next = $wpdb->get_var( $wpdb->prepare( 'SELECT MIN(due_at) FROM %i WHERE status = %s', queue_table(), 'waiting' ) );
	if ( null !== $next ) {
		wp_schedule_single_event( max( time(), (int) $next ), DELIVERY_HOOK );
	}
}

/**
 * The latest messages of any status, the newest first.
 *
 * @return object[]
 */
function list_deliveries(): array {
	global $wpdb;

	return $wpdb->get_results( $wpdb->prepare( 'SELECT * FROM %i ORDER BY id DESC LIMIT %d', queue_table(), MAX_LISTED ) );
}

/** Tells an editor after saving why the site has not received the change; null if it has, or if the message is still being sent. */
function register_delivery_route(): void {
	register_rest_route(
		'site-companion/v1',
		'/delivery',
		array(
			'methods'             => 'GET',
			'callback'            => static fn(): array => array( 'problem' => delivery_problem() ),
			'permission_callback' => static fn(): bool => current_user_can( 'edit_posts' ),
		)
	);
}

function delivery_problem(): ?string {
	$oldest = oldest_waiting_delivery();

	return null === $oldest || '' === $oldest->outcome ? null : explain_outcome( $oldest->outcome, $oldest->detail )[0];
}

function oldest_waiting_delivery(): ?object {
	global $wpdb;

	return $wpdb->get_row( $wpdb->prepare( 'SELECT * FROM %i WHERE status = %s ORDER BY id LIMIT 1', queue_table(), 'waiting' ) );
}

/**
 * Sends the messages that are due without delaying the response to the editor: after the response if PHP supports that, otherwise in
 * another request. Cron sends the remaining messages.
 */
function deliver_in_background(): void {
	// First, so that cron sends the messages if this process ends early or WordPress cannot send the request below to itself.
	schedule_delivery();
	if ( wp_doing_cron() || 'cli' === PHP_SAPI ) {
		deliver_due();
	} elseif ( function_exists( 'fastcgi_finish_request' ) ) {
		fastcgi_finish_request();
		deliver_due();
	} elseif ( function_exists( 'litespeed_finish_request' ) ) {
		litespeed_finish_request();
		deliver_due();
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
	deliver_due();
	wp_die( '', '', array( 'response' => 200 ) );
}
