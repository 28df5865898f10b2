<?php
/**
 * Tests the connection between WordPress and the site in both directions. WordPress sends the site the id of the test. The site reads
 * the id of the latest test from `/wp-json/api/connection` of its CMS and returns it. If the two ids differ, the CMS of the site is
 * another WordPress.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

defined( 'ABSPATH' ) || exit;

/** The name of the transient with the id of the latest test. */
const CONNECTION_ID_TRANSIENT = 'site_companion_connection_id';
/** In seconds. Longer than the site waits for its CMS by default (`CMS_TIMEOUT_MS`), so that the site can report a timeout. */
const CONNECTION_TIMEOUT = 15;

add_public_route( '/connection', static fn(): array => array( 'id' => (string) get_transient( CONNECTION_ID_TRANSIENT ) ) );

/**
 * Runs a test. If the message to the site fails, the result has only this failure.
 *
 * @return array<int, array{title: string, state: string, sentence: string, advice: string}> `state` is `ok`, `failed`, or `off` if this
 *         WordPress has no secret for previews.
 */
function test_connection(): array {
	$to_site        = __( 'From WordPress to the site', 'site-companion' );
	$id             = wp_generate_uuid4();
	$preview_secret = setting( 'SITE_COMPANION_PREVIEW_SECRET' );
	set_transient( CONNECTION_ID_TRANSIENT, $id, 5 * MINUTE_IN_SECONDS );
	$result = send_to_site(
		'/api/connection',
		array( 'id' => $id ),
		CONNECTION_TIMEOUT,
		// This prefix of the signed text makes the signature invalid for other endpoints.
		'connection.',
		// A second signature, made with the secret for previews. The site verifies it to find out whether it has the same secret.
		'' === $preview_secret ? array() : array( 'X-Preview-Signature' => $preview_secret )
	);
	if ( 'ok' !== $result['outcome'] ) {
		return array( connection_result( $to_site, 'failed', ...explain_outcome( $result['outcome'], $result['detail'] ) ) );
	}
	$body = $result['body'];
	$cms  = is_array( $body['cms'] ?? null ) ? $body['cms'] : array();

	return array(
		connection_result( $to_site, 'ok', __( 'The site answers, and it accepts messages from this WordPress.', 'site-companion' ) ),
		connection_result( __( 'From the site to WordPress', 'site-companion' ), ...explain_cms( $cms, $id ) ),
		connection_result( __( 'Previews', 'site-companion' ), ...explain_preview( (string) ( $body['preview'] ?? '' ), $cms, $preview_secret ) ),
	);
}

/** @return array{title: string, state: string, sentence: string, advice: string} */
function connection_result( string $title, string $state, string $sentence, string $advice = '' ): array {
	return compact( 'title', 'state', 'sentence', 'advice' );
}

/**
 * Says in plain sentences whether the site reads its content from this WordPress.
 *
 * @param array  $cms What the site reports about its CMS (`checkCms` in src/content/cms-connection.ts).
 * @param string $id  The id of the test.
 * @return array{0: string, 1: string, 2?: string} State, sentence, advice.
 */
function explain_cms( array $cms, string $id ): array {
	$text    = static fn( string $key ): string => is_string( $cms[ $key ] ?? null ) ? $cms[ $key ] : '';
	$url     = $text( 'url' );
	$problem = $text( 'problem' );
	/* translators: %s: URL of this WordPress. */
	$advice = sprintf( __( 'Correct CMS_URL in the settings of the site. The address of this WordPress is %s.', 'site-companion' ), home_url() );

	return match ( true ) {
		'none' === $text( 'status' ) => array(
			'failed',
			__( 'The site reads its content from its own copy and not from a WordPress.', 'site-companion' ),
			/* translators: %s: URL of this WordPress. */
			sprintf( __( 'Set CMS_URL to %s in the settings of the site, then restart the site.', 'site-companion' ), home_url() ),
		),
		/* translators: %s: URL. */
		'ok' === $text( 'status' ) && $id === $text( 'id' ) => array( 'ok', sprintf( __( 'The site reads its content from this WordPress, at %s.', 'site-companion' ), $url ) ),
		/* translators: %s: URL. */
		'ok' === $text( 'status' ) => array( 'failed', sprintf( __( 'The site reads its content from another WordPress, at %s.', 'site-companion' ), $url ), $advice ),
		'rejected' === $problem => array(
			'failed',
			/* translators: %s: URL. */
			sprintf( __( 'The site is not allowed to read %s, probably because it is protected by a password.', 'site-companion' ), $url ),
			__( 'Exclude /wp-json and /wp-content/uploads from the password protection of this WordPress, or add the user name and the password to CMS_URL.', 'site-companion' ),
		),
		/* translators: %s: URL. */
		'no-plugin' === $problem => array( 'failed', sprintf( __( 'In the WordPress at %s, Site Companion is not active or not up to date.', 'site-companion' ), $url ), $advice ),
		'unusable' === $problem && get_rest_url() !== home_url( '/wp-json/' ) => array(
			'failed',
			/* translators: 1: URL, 2: URL. */
			sprintf( __( 'The REST API of this WordPress is at %1$s, and not at %2$s, where the site reads it.', 'site-companion' ), get_rest_url(), home_url( '/wp-json/' ) ),
			__( 'Choose another structure than Plain under Settings, Permalinks, and one without index.php. If there is one, a plugin has moved the REST API.', 'site-companion' ),
		),
		default => array(
			'failed',
			/* translators: 1: URL, 2: technical reason in English. */
			sprintf( __( 'The site cannot read %1$s (%2$s).', 'site-companion' ), $url, 'unusable' === $problem ? $text( 'reason' ) : $problem ),
			$advice . ' ' . __( 'If it is correct, ask whether a firewall, the certificate or the load of this server is the reason.', 'site-companion' ),
		),
	};
}

/**
 * Says in plain sentences whether the site can show drafts.
 *
 * @param string $comparison Whether the site has the same secret: `ok`, `wrong-secret`, or `off` if it has none.
 * @param array  $cms        What the site reports about its CMS. `editor` says whether the WordPress user in CMS_USER can read drafts.
 * @param string $secret     The secret for previews that this WordPress uses; empty if it has none.
 * @return array{0: string, 1: string, 2?: string} State, sentence, advice.
 */
function explain_preview( string $comparison, array $cms, string $secret ): array {
	$user_status = is_string( $cms['editor'] ?? null ) ? $cms['editor'] : 'unknown';

	return match ( true ) {
		'' === $secret => array(
			'off',
			__( 'Previews on the site are switched off.', 'site-companion' ),
			__( 'Create a secret for previews above, and enter it as PREVIEW_SECRET in the settings of the site.', 'site-companion' ),
		),
		in_array( $user_status, array( 'none', 'rejected', 'no-rights' ), true ) => array(
			'failed',
			__( 'The site has no WordPress user that may read drafts.', 'site-companion' ),
			__( 'Set CMS_USER to the name of a user with the role “Website (reads drafts)”, and CMS_APP_PASSWORD to an application password of that user (Users, Profile).', 'site-companion' ),
		),
		'ok' !== $comparison => array(
			'failed',
			__( 'The site has no secret for previews, or a different one.', 'site-companion' ),
			__( 'Enter the same secret here and as PREVIEW_SECRET in the settings of the site, then restart the site.', 'site-companion' ),
		),
		'ok' !== $user_status => array(
			'failed',
			__( 'The test could not find out whether the site can read drafts.', 'site-companion' ),
			__( 'Correct the connection from the site to WordPress first.', 'site-companion' ),
		),
		default => array( 'ok', __( 'The site can show drafts.', 'site-companion' ) ),
	};
}
