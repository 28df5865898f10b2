<?php
/**
 * Signs the unsaved content of a page. The editor's script then sends it to the site, which renders it in a frame beside the blocks.
 * Nothing is stored on either side.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_Error;
use WP_Post;
use WP_REST_Request;

defined( 'ABSPATH' ) || exit;

/** Less than 1.2 MB, the size of the largest form that the site accepts. */
const MAX_CANVAS_BYTES = 1_100_000;

// `check` says whether to ask the site first if it accepts messages, since the editor's script cannot see why a frame stays empty.
add_editor_route(
	'POST',
	'/canvas/(?P<id>\d+)',
	__NAMESPACE__ . '\sign_canvas',
	'edit_post',
	array(
		'title'   => 'string',
		'content' => 'string',
		'check'   => 'boolean',
	)
);

/** The URL and the fields of the form that shows the content on the site, or an error with the reason why there is none. */
function sign_canvas( WP_REST_Request $request ): array|WP_Error {
	$post = get_post( (int) $request['id'] );
	$url  = site_address() . '/api/preview/unsaved';
	if ( ! $post || ! has_site_previews() ) {
		return canvas_problem( __( 'The preview is not set up: this WordPress does not know the address of the site and the secret for previews.', 'site-companion' ) );
	}
	$message = canvas_message( $post, (string) $request['title'], (string) $request['content'] );
	if ( strlen( $message['payload'] ) > MAX_CANVAS_BYTES ) {
		return canvas_problem( __( 'This page is too long for the preview. You can edit and save it as usual.', 'site-companion' ) );
	}
	// The site accepts each message once.
	$problem = $request['check'] ? check_canvas( $url, canvas_message( $post, '', '' ) ) : '';

	return '' !== $problem ? canvas_problem( $problem ) : array(
		'action' => $url,
		'fields' => $message,
	);
}

function canvas_problem( string $sentence ): WP_Error {
	return new WP_Error( 'site_companion_no_preview', $sentence, array( 'status' => 409 ) );
}

/** @return array{payload: string, timestamp: string, signature: string} */
function canvas_message( WP_Post $post, string $title, string $content ): array {
	$blocks    = rows_of_content( $content );
	$fields    = with_library_images( array_merge( stored_fields( $post->ID ), array( 'blocks' => $blocks ?? array() ) ) );
	$admin     = wp_parse_url( admin_url() );
	$modified  = '0000-00-00 00:00:00' === $post->post_modified_gmt ? gmdate( 'Y-m-d H:i:s' ) : $post->post_modified_gmt;
	$slug      = '' === $post->post_name ? "preview-{$post->ID}" : rawurldecode( $post->post_name );
	$item      = array(
		'id'           => $post->ID,
		'slug'         => $slug,
		'status'       => 'publish',
		'date_gmt'     => str_replace( ' ', 'T', $modified ),
		'modified_gmt' => str_replace( ' ', 'T', $modified ),
		'title'        => array( 'rendered' => apply_filters( 'the_title', $title, $post->ID ) ), // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals
		'content'      => array(
			'rendered'  => null === $blocks ? apply_filters( 'the_content', $content ) : '', // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals
			'protected' => false,
		),
		'excerpt'      => array(
			'rendered'  => '',
			'protected' => false,
		),
		'acf'          => $fields,
	);
	$payload   = (string) wp_json_encode(
		array(
			'type'   => 'pages',
			'id'     => $post->ID,
			'slug'   => $slug,
			'item'   => $item,
			// The only origin that may frame the response.
			'origin' => $admin['scheme'] . '://' . $admin['host'] . ( isset( $admin['port'] ) ? ":{$admin['port']}" : '' ),
			// The site rejects a signature that it has seen before; without the nonce, equal messages within one second would share one.
			'nonce'  => wp_generate_uuid4(),
		),
		JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES
	);
	$timestamp = (string) time();

	return array(
		'payload'   => $payload,
		'timestamp' => $timestamp,
		'signature' => 'sha256=' . hash_hmac( 'sha256', "unsaved.$timestamp.$payload", setting( 'SITE_COMPANION_PREVIEW_SECRET' ) ),
	);
}

/** Sends a message to the site and explains in a sentence why it was not accepted; '' if it was. */
function check_canvas( string $url, array $message ): string {
	$boundary = wp_generate_uuid4();
	$parts    = array();
	foreach ( $message + array( 'check' => '1' ) as $name => $value ) {
		$parts[] = "--$boundary\r\nContent-Disposition: form-data; name=\"$name\"\r\n\r\n$value\r\n";
	}
	$response = wp_remote_post(
		$url,
		array(
			'timeout'     => 5,
			'redirection' => 0,
			'headers'     => array( 'Content-Type' => "multipart/form-data; boundary=$boundary" ),
			'body'        => implode( '', $parts ) . "--$boundary--\r\n",
		)
	);
	$status = (int) wp_remote_retrieve_response_code( $response );
	$reason = is_wp_error( $response ) ? $response->get_error_message() : json_decode( wp_remote_retrieve_body( $response ), true )['statusMessage'] ?? "HTTP $status";

	return 204 === $status ? '' : sprintf(
		/* translators: %s: technical reason in English. */
		__( 'The site does not show its preview. You can edit and save as usual. The connection test under Settings, Site Companion says what to do. The reason: %s', 'site-companion' ),
		$reason
	);
}
