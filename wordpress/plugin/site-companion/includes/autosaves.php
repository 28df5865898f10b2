<?php
/**
 * Adds what the autosaves of the block editor lack: the featured image, and the fields of a draft.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_Post;
use WP_REST_Request;
use WP_REST_Response;

defined( 'ABSPATH' ) || exit;

add_filter( 'rest_prepare_autosave', __NAMESPACE__ . '\complete_autosave', 10, 3 );
add_action( 'enqueue_block_editor_assets', static fn() => enqueue_script( 'admin/autosaved-image.js', array( 'wp-api-fetch', 'wp-data' ) ) );

/** The autosave of an item if it is newer, otherwise the item. */
function newest_version( WP_Post $item ): WP_Post {
	$autosave = wp_get_post_autosave( $item->ID );

	return $autosave && $autosave->post_modified_gmt > $item->post_modified_gmt ? $autosave : $item;
}

/**
 * Saves the rest of an autosave. Instead of an autosave of an author's own draft, WordPress saves the draft, but only its text. The fields
 * were cleaned before (`clean_panel_values`).
 */
function complete_autosave( WP_REST_Response $response, WP_Post $post, WP_REST_Request $request ): WP_REST_Response {
	if ( 'POST' !== $request->get_method() ) {
		return $response;
	}
	if ( isset( $request['featured_media'] ) ) {
		// `update_post_meta` would change the item instead of its autosave.
		update_metadata( 'post', $post->ID, '_thumbnail_id', (int) $request['featured_media'] );
	}
	$fields = $request['meta'][ FIELDS_META ] ?? null;
	if ( 'revision' !== $post->post_type && is_string( $fields ) ) {
		update_post_meta( $post->ID, FIELDS_META, wp_slash( $fields ) );
	}

	return $response;
}
