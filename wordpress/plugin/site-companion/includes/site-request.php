<?php
/**
 * Sends signed messages to the site, and explains in plain sentences why a message was not delivered.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_Error;

defined( 'ABSPATH' ) || exit;

/** Seconds before and after its time stamp within which the site accepts a message. */
const MAX_CLOCK_SKEW = 300;

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

	return is_wp_error( $response ) ? network_outcome( $response ) : response_outcome( $response );
}

/** Whether the URL of the site and the secret for messages are known. */
function can_notify_site(): bool {
	return '' !== site_address() && '' !== setting( 'SITE_COMPANION_REVALIDATE_SECRET' );
}

/**
 * The outcome of a request that got no response. WordPress has one error code for all network errors, so the errors are distinguished by
 * the messages of cURL and PHP's streams.
 *
 * @return array{outcome: string, detail: string, body: array}
 */
function network_outcome( WP_Error $error ): array {
	$message  = $error->get_error_message();
	$patterns = array(
		'dns'     => '/cURL error 6\b|resolve host|getaddrinfo/i',
		'tls'     => '/cURL error (?:35|5[1389]|60|64|66|77|8[023]|9[01])\b|SSL|certificate/i',
		'timeout' => '/cURL error 28\b|timed? ?out/i',
		'refused' => '/cURL error 7\b|refused|unreachable|no route/i',
		'address' => '/cURL error 3\b|valid URL/i',
	);
	foreach ( $patterns as $outcome => $pattern ) {
		if ( 1 === preg_match( $pattern, $message ) ) {
			return to_outcome( $outcome, $message );
		}
	}

	return to_outcome( 'http_request_not_executed' === $error->get_error_code() ? 'blocked' : 'broken', $message );
}

/**
 * @return array{outcome: string, detail: string, body: array}
 */
function response_outcome( array $response ): array {
	$status = (int) wp_remote_retrieve_response_code( $response );
	$body   = json_decode( wp_remote_retrieve_body( $response ), true );
	$body   = is_array( $body ) ? $body : array();
	$date   = strtotime( (string) wp_remote_retrieve_header( $response, 'date' ) );
	$skew   = false === $date ? 0 : time() - $date;
	if ( 200 === $status ) {
		return to_outcome( true === ( $body['ok'] ?? null ) ? 'ok' : 'another_site', "HTTP $status", $body );
	}
	if ( $status >= 300 && $status < 400 ) {
		return to_outcome( 'redirect', (string) wp_remote_retrieve_header( $response, 'location' ) );
	}
	if ( 403 === $status && isset( $body['statusMessage'] ) && abs( $skew ) > MAX_CLOCK_SKEW ) {
		return to_outcome( 'clock', (string) $skew );
	}
	if ( 403 === $status && isset( $body['statusMessage'] ) ) {
		return to_outcome( 'secret', "HTTP $status" );
	}
	$outcomes = array(
		401 => 'password',
		403 => 'forbidden',
		404 => 'not_found',
		409 => 'replay',
		429 => 'busy',
	);

	return to_outcome( $outcomes[ $status ] ?? ( $status >= 500 ? 'failing' : 'status' ), "HTTP $status" );
}

/**
 * @return array{outcome: string, detail: string, body: array}
 */
function to_outcome( string $outcome, string $detail, array $body = array() ): array {
	return array(
		'outcome' => $outcome,
		'detail'  => $detail,
		'body'    => $body,
	);
}

/**
 * Says in plain sentences what happened, and what to do about it (empty if there is nothing to do).
 *
 * @param string $outcome From `send_to_site`.
 * @param string $detail  From `send_to_site`.
 * @return array{0: string, 1: string}
 */
function explain_outcome( string $outcome, string $detail ): array {
	$site = (string) wp_parse_url( setting( 'SITE_COMPANION_SITE_URL' ), PHP_URL_HOST );
	switch ( $outcome ) {
		case 'ok':
			return array( __( 'The site has received it.', 'site-companion' ), '' );
		case 'replay':
			return array( __( 'The site has received it before.', 'site-companion' ), '' );
		case 'dns':
			return array(
				/* translators: %s: host name. */
				sprintf( __( 'There is no server with the name %s.', 'site-companion' ), $site ),
				__( 'Check the spelling of the site address. If it is correct, ask the administrator of the domain.', 'site-companion' ),
			);
		case 'refused':
			return array(
				/* translators: %s: host name. */
				sprintf( __( '%s refuses the connection.', 'site-companion' ), $site ),
				__( 'The site is not running, or it listens on another port. Start it, or correct the port in the site address.', 'site-companion' ),
			);
		case 'timeout':
			return array(
				/* translators: %s: host name. */
				sprintf( __( '%s does not answer in time.', 'site-companion' ), $site ),
				__( 'The site is overloaded, or a firewall between this server and the site drops the connection. Ask the operator of the site.', 'site-companion' ),
			);
		case 'tls':
			return array(
				/* translators: %s: host name. */
				sprintf( __( 'The certificate of %s is not valid, or it offers no HTTPS.', 'site-companion' ), $site ),
				__( 'Renew the certificate of the site, or correct the beginning of the site address (http or https).', 'site-companion' ),
			);
		case 'redirect':
			return array(
				/* translators: %s: URL. */
				sprintf( __( 'The site address redirects to %s.', 'site-companion' ), $detail ),
				__( 'Enter the address that the site ends up at, with https and with or without www as there.', 'site-companion' ),
			);
		case 'not_found':
			return array(
				__( 'This site does not take messages from WordPress (404).', 'site-companion' ),
				__( 'Either the address belongs to another website, or REVALIDATE_SECRET is missing in the settings of the site, or the site is too old.', 'site-companion' ),
			);
		case 'another_site':
			return array(
				__( 'Something else answers at this address.', 'site-companion' ),
				__( 'The address belongs to another website, or to a page that stands in for the site. Correct the site address.', 'site-companion' ),
			);
		case 'secret':
			return array(
				__( 'The site does not accept the signature: its secret is different.', 'site-companion' ),
				__( 'Enter the same secret here and as REVALIDATE_SECRET in the settings of the site, then restart the site.', 'site-companion' ),
			);
		case 'clock':
			return array(
				sprintf(
					/* translators: %s: number of minutes. */
					_n( 'The clocks of WordPress and the site differ by %s minute.', 'The clocks of WordPress and the site differ by %s minutes.', (int) round( abs( (int) $detail ) / 60 ), 'site-companion' ),
					number_format_i18n( round( abs( (int) $detail ) / 60 ) )
				),
				__( 'Messages are valid for five minutes. Ask the administrator of the servers to synchronize both clocks (NTP).', 'site-companion' ),
			);
		case 'password':
			return array(
				__( 'The site asks for a password (401).', 'site-companion' ),
				__( 'Staging sites are often protected. Exclude the path /api from the protection.', 'site-companion' ),
			);
		case 'forbidden':
			return array(
				__( 'Something in front of the site rejects the request (403).', 'site-companion' ),
				__( 'A firewall or a CDN blocks this server. Allow POST requests to /api there.', 'site-companion' ),
			);
		case 'busy':
			return array(
				__( 'The site receives too many requests from this server (429).', 'site-companion' ),
				__( 'Wait for a minute. If it happens again, raise RATE_LIMIT_PER_MIN in the settings of the site.', 'site-companion' ),
			);
		case 'failing':
			return array(
				/* translators: %s: status such as "HTTP 502". */
				sprintf( __( 'The site, or the server in front of it, fails (%s).', 'site-companion' ), $detail ),
				__( 'It may be restarting. If this goes on, ask the operator of the site.', 'site-companion' ),
			);
		case 'blocked':
			return array(
				__( 'This WordPress may not send requests to the site.', 'site-companion' ),
				/* translators: %s: host name. */
				sprintf( __( 'WP_HTTP_BLOCK_EXTERNAL is set in wp-config.php. Add %s to WP_ACCESSIBLE_HOSTS there.', 'site-companion' ), $site ),
			);
		case 'address':
			return array(
				__( 'The site address is not valid.', 'site-companion' ),
				__( 'Enter it like https://www.example.com.', 'site-companion' ),
			);
		case 'unset':
			return array(
				__( 'The site address or the secret for messages is missing.', 'site-companion' ),
				__( 'Enter both on the settings screen.', 'site-companion' ),
			);
		default:
			return array(
				/* translators: %s: technical reason. */
				sprintf( __( 'The request failed: %s', 'site-companion' ), $detail ),
				__( 'Try again. If it fails again, ask the operator of the site.', 'site-companion' ),
			);
	}
}
