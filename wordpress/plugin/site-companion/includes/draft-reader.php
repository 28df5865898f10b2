<?php
/**
 * The role of the user with which the site reads drafts and autosaves for previews. It may do nothing else.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_REST_Request;

defined( 'ABSPATH' ) || exit;

const READER_ROLE = 'site_companion_reader';

/** Allows to read the drafts and autosaves of all users, in the REST API only. */
const READ_DRAFTS = 'site_companion_read_drafts';

add_action( 'init', __NAMESPACE__ . '\add_reader_role' );
add_filter( 'rest_request_before_callbacks', __NAMESPACE__ . '\grant_reading_request', 10, 3 );
add_filter( 'rest_request_after_callbacks', __NAMESPACE__ . '\end_reading_request' );

/** Not on activation, because plugins can be updated or copied without being activated. */
function add_reader_role(): void {
	if ( null === get_role( READER_ROLE ) ) {
		add_role(
			READER_ROLE,
			// WordPress translates names of roles when it shows them, but only its own.
			'Website (reads drafts)',
			array(
				'read'      => true,
				READ_DRAFTS => true,
			)
		);
	}
}

function grant_reading_request( mixed $response, mixed $handler, WP_REST_Request $request ): mixed {
	$types = implode( '|', PREVIEW_TYPES );
	// A request may be made during another one.
	end_reading_request( $response );
	if ( 'GET' === $request->get_method() && 1 === preg_match( "#^/wp/v2/(?:$types)/\d+(?:/autosaves)?$#", $request->get_route() ) ) {
		add_filter( 'map_meta_cap', __NAMESPACE__ . '\let_reader_read_drafts', 20, 4 );
	}

	return $response;
}

function end_reading_request( mixed $response ): mixed {
	remove_filter( 'map_meta_cap', __NAMESPACE__ . '\let_reader_read_drafts', 20 );

	return $response;
}

/**
 * WordPress has no capability to read the drafts of others without editing them: with `context=edit` it requires `edit_post`.
 *
 * @param string[] $required  The primitive capabilities that are required.
 * @param array    $arguments The item or its id first.
 * @return string[]
 */
function let_reader_read_drafts( array $required, string $capability, int $user_id, array $arguments ): array {
	if ( ! in_array( $capability, array( 'read_post', 'edit_post', 'read_page', 'edit_page' ), true ) ) {
		return $required;
	}
	$type = get_post_type( $arguments[0] ?? 0 );
	$user = get_userdata( $user_id );

	return isset( PREVIEW_TYPES[ (string) $type ] ) && $user && $user->has_cap( READ_DRAFTS ) ? array( READ_DRAFTS ) : $required;
}
