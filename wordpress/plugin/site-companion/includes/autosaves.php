<?php
/**
 * Autosaves with the fields of the item, so that a preview shows what an editor has typed but not saved.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_Post;

defined( 'ABSPATH' ) || exit;

add_action( 'load-post.php', __NAMESPACE__ . '\discard_old_autosave' );
// After WordPress has copied the saved fields of the item (priority 10).
add_action( '_wp_put_post_revision', __NAMESPACE__ . '\store_fields_in_new_autosave', 20 );
add_action( 'wp_creating_autosave', __NAMESPACE__ . '\store_fields_in_old_autosave', 20, 2 );
add_action( 'rest_api_init', __NAMESPACE__ . '\register_autosave_fields_in_rest', 20 );

/**
 * WordPress stores no autosave where only fields have changed but there is an autosave already. Without that one it always stores
 * a new one.
 */
function discard_old_autosave(): void {
	$id = absint( $_POST['post_ID'] ?? 0 );
	if ( 'dopreview' !== ( $_POST['wp-preview'] ?? '' ) || ! current_user_can( 'edit_post', $id ) ) {
		return;
	}
	check_admin_referer( "update-post_$id" );
	$autosave = wp_get_post_autosave( $id, get_current_user_id() );
	if ( $autosave ) {
		wp_delete_post_revision( $autosave );
	}
}

function store_fields_in_new_autosave( int $id ): void {
	$parent = wp_is_post_autosave( $id );
	if ( $parent ) {
		store_posted_fields( $id, (int) $parent );
	}
}

/** @param array<string, mixed> $autosave The columns of the autosave that is about to be stored. */
function store_fields_in_old_autosave( array $autosave, bool $is_update = false ): void {
	$id     = (int) $autosave['ID'];
	$parent = $is_update ? wp_is_post_autosave( $id ) : false;
	if ( $parent ) {
		// What was typed before the last save of the item must not reappear.
		delete_metadata( 'post', $id, FIELDS_META );
		store_posted_fields( $id, (int) $parent );
	}
}

/** Stores the fields in the current form in an autosave; without a form it keeps showing the saved fields of the item. */
function store_posted_fields( int $autosave_id, int $parent_id ): void {
	$post   = get_post( $parent_id );
	$fields = $post instanceof WP_Post ? posted_fields( $post ) : null;
	if ( null !== $fields ) {
		// `update_post_meta` would change the item itself. An empty object means that the editor has emptied all fields.
		update_metadata( 'post', $autosave_id, FIELDS_META, wp_slash( array() === $fields ? '{}' : encode_fields( $fields ) ) );
	}
}

/** Answers `acf` in the autosaves and revisions of an item. */
function register_autosave_fields_in_rest(): void {
	register_rest_field(
		array_map( static fn( string $type ): string => "$type-revision", TYPES_WITH_FIELDS ),
		'acf',
		array(
			'get_callback' => static fn( array $revision ): array => read_fields( (int) $revision['id'] ),
			'schema'       => array(
				'description' => __( 'The fields of this revision.', 'site-companion' ),
				'type'        => array( 'object', 'array' ),
				'context'     => array( 'view', 'edit' ),
				'readonly'    => true,
			),
		)
	);
}
