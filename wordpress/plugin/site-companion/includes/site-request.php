<?php
/**
 * Sends signed messages to the site, and explains in plain sentences why a message was not delivered.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

defined( 'ABSPATH' ) || exit;

/**
 * Sends a signed message and waits for the response. The outcome `unset` means that the URL of the site or the secret is missing.
 *
 * @param string   $path           The path of an endpoint of the site.
 * @param array    $message        The message, with an `id` that makes it unique.
 * @param int      $timeout        In seconds.
 * @param string   $prefix         The prefix of the signed text that the endpoint expects.
 * @param string[] $more_secrets   Secrets for further signatures, by the name of the header for the signature.
 * @return array{outcome: string, detail: string, body: array} The outcome is one of the cases in `explain_outcome`.
 */
function send_to_site( string $path, array $message, int $timeout, string $prefix = '', array $more_secrets = array() ): array {
	if ( ! can_notify_site() ) {
		return to_outcome( 'unset', '' );
	}
	$body      = (string) wp_json_encode( $message );
	$timestamp = (string) time();
	$headers   = array(
		'Content-Type' => 'application/json',
		'X-Timestamp'  => $timestamp,
	);
	$secrets   = array( 'X-Signature' => setting( 'SITE_COMPANION_REVALIDATE_SECRET' ) ) + $more_secrets;
	foreach ( $secrets as $header => $secret ) {
		$headers[ $header ] = 'sha256=' . hash_hmac( 'sha256', "$prefix$timestamp.$body", $secret );
	}
	$response = wp_remote_post(
		site_address() . $path,
		array(
			'timeout'             => $timeout,
			'redirection'         => 0,
			'limit_response_size' => 65536,
			'headers'             => $headers,
			'body'                => $body,
		)
	);

	return is_wp_error( $response ) ? to_outcome( 'unreachable', $response->get_error_message() ) : response_outcome( $response );
}

/** Whether the URL of the site and the secret for messages are known. */
function can_notify_site(): bool {
	return '' !== site_address() && '' !== setting( 'SITE_COMPANION_REVALIDATE_SECRET' );
}

/** @return array{outcome: string, detail: string, body: array} */
function response_outcome( array $response ): array {
	$status = (int) wp_remote_retrieve_response_code( $response );
	$json   = json_decode( wp_remote_retrieve_body( $response ), true );
	$body   = is_array( $json ) ? $json : array();

	return match ( true ) {
		200 === $status && true === ( $body['ok'] ?? null ) => to_outcome( 'ok', '', $body ),
		200 === $status, 404 === $status => to_outcome( 'another_site', '' ),
		$status >= 300 && $status < 400 => to_outcome( 'redirect', (string) wp_remote_retrieve_header( $response, 'location' ) ),
		403 === $status && isset( $body['statusMessage'] ) => to_outcome( 'signature', (string) $body['statusMessage'] ),
		409 === $status => to_outcome( 'replay', "HTTP $status" ),
		default => to_outcome( 'status', "HTTP $status" ),
	};
}

/** @return array{outcome: string, detail: string, body: array} */
function to_outcome( string $outcome, string $detail, array $body = array() ): array {
	return compact( 'outcome', 'detail', 'body' );
}

/**
 * Says in plain sentences why a message was not delivered, and what to do about it.
 *
 * @param string $outcome From `send_to_site`.
 * @param string $detail  From `send_to_site`.
 * @return array{0: string, 1: string}
 */
function explain_outcome( string $outcome, string $detail ): array {
	return match ( $outcome ) {
		'unreachable'  => array(
			__( 'The site does not answer.', 'site-companion' ),
			/* translators: %s: technical reason in English. */
			sprintf( __( 'Check the site address, its beginning (http or https) and its port. If it is correct, ask the operator of the site. The reason: %s', 'site-companion' ), $detail ),
		),
		'redirect'     => array(
			/* translators: %s: URL. */
			sprintf( __( 'The site address redirects to %s.', 'site-companion' ), $detail ),
			__( 'Enter the address that the site ends up at, with https and with or without www as there.', 'site-companion' ),
		),
		'another_site' => array(
			__( 'This address does not take messages from WordPress.', 'site-companion' ),
			__( 'Either it belongs to another website, or REVALIDATE_SECRET is missing in the settings of the site, or the site is too old.', 'site-companion' ),
		),
		'signature'    => array(
			__( 'The site does not accept the signature: its secret or its clock is different.', 'site-companion' ),
			/* translators: %s: technical reason in English. */
			sprintf( __( 'Enter the same secret here and as REVALIDATE_SECRET in the settings of the site, then restart the site. If the time stamp is the reason, synchronize the clocks of both servers (NTP). The reason: %s', 'site-companion' ), $detail ),
		),
		'unset'        => array(
			__( 'The site address or the secret for messages is missing.', 'site-companion' ),
			__( 'Enter both on the settings screen.', 'site-companion' ),
		),
		default        => array(
			/* translators: %s: status such as "HTTP 502". */
			sprintf( __( 'The site, or the server in front of it, rejects the message (%s).', 'site-companion' ), $detail ),
			__( '401 and 403: a password protection, a firewall or a CDN must let POST requests to /api through. 429: raise RATE_LIMIT_PER_MIN in the settings of the site. From 500 on: the site may be restarting; if this goes on, ask its operator.', 'site-companion' ),
		),
	};
}
