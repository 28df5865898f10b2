<?php
/**
 * Shows blocks that are stored in the plugin's fields of a page as blocks in the editor. When the page is saved, they are stored in its
 * content and removed from the fields.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_Post;
use WP_REST_Request;

defined( 'ABSPATH' ) || exit;

/** The parameter with which the editor's script (`blocks.js`) says that the saved content replaces the blocks in the fields. */
const REPLACES_STORED_BLOCKS = 'site_companion_replaces_blocks';

add_filter( 'rest_prepare_page', __NAMESPACE__ . '\show_stored_blocks', 10, 3 );
add_action( 'rest_after_insert_page', __NAMESPACE__ . '\on_rest_save', 10, 2 );
add_action( 'wp_after_insert_post', __NAMESPACE__ . '\on_blocks_save', 10, 2 );

/** The rows in the plugin's fields, which the page shows until its content has blocks. */
function stored_rows( WP_Post $post ): array {
	$rows = stored_fields( $post->ID )['blocks'] ?? array();

	return is_array( $rows ) && array_is_list( $rows ) ? $rows : array();
}

function has_stored_blocks( WP_Post $post ): bool {
	return array() !== stored_rows( $post ) && ! acf_edits_blocks( $post ) && null === rows_of_content( $post->post_content );
}

/**
 * Adds the stored blocks to the content that the editor opens. The text of the page goes below its hero, where the site shows it.
 */
function show_stored_blocks( mixed $response, WP_Post $post, WP_REST_Request $request ): mixed {
	if ( 'edit' !== $request['context'] || ! isset( $response->data['content']['raw'] ) || ! has_stored_blocks( $post ) ) {
		return $response;
	}
	$rows   = stored_rows( $post );
	$layout = is_array( $rows[0] ) ? $rows[0]['acf_fc_layout'] ?? '' : '';
	$heroes = in_array( $layout, array( 'hero', 'subpages_hero' ), true ) ? 1 : 0;
	$parts  = array( content_of_rows( array_slice( $rows, 0, $heroes ) ), $post->post_content, content_of_rows( array_slice( $rows, $heroes ) ) );

	$response->data['content']['raw'] = implode( "\n\n", array_filter( $parts, static fn( string $part ): bool => '' !== trim( $part ) ) );

	return $response;
}

/** Removes the stored blocks even if the saved content has no section. */
function on_rest_save( WP_Post $post, WP_REST_Request $request ): void {
	if ( isset( $request['content'] ) && true === $request[ REPLACES_STORED_BLOCKS ] ) {
		forget_stored_blocks( $post->ID );
	}
}

function on_blocks_save( int $id, WP_Post $post ): void {
	if ( 'page' === $post->post_type && has_blocks_of_site( $post->post_content ) ) {
		forget_stored_blocks( $id );
	}
}

function forget_stored_blocks( int $id ): void {
	$fields = stored_fields( $id );
	if ( isset( $fields['blocks'] ) ) {
		store_fields( $id, array_diff_key( $fields, array( 'blocks' => 1 ) ) );
	}
}
