<?php
/**
 * Adds what the autosaves of the block editor lack.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_Post;
use WP_REST_Request;
use WP_REST_Response;

defined( 'ABSPATH' ) || exit;

const UNSAVED_FIELDS_ACTION = 'site_companion_unsaved_fields';

add_filter( 'rest_prepare_autosave', __NAMESPACE__ . '\save_fields_of_draft', 10, 3 );
add_action( 'enqueue_block_editor_assets', __NAMESPACE__ . '\enqueue_unsaved_fields_script' );
add_action( 'wp_ajax_' . UNSAVED_FIELDS_ACTION, __NAMESPACE__ . '\answer_unsaved_fields' );

/**
 * The autosaves of the block editor contain neither the featured image nor the meta boxes of other plugins, such as ACF. This script sends
 * both when "Preview" is pressed.
 */
function enqueue_unsaved_fields_script(): void {
	$post = get_post();
	if ( ! $post || ! in_array( $post->post_type, TYPES_WITH_FIELDS, true ) ) {
		return;
	}
	enqueue_script( 'admin/unsaved-fields.js', array( 'wp-hooks', 'wp-notices', 'wp-data', 'wp-i18n' ) );
	wp_localize_script(
		'site-companion-unsaved-fields',
		'siteCompanionUnsavedFields',
		array(
			'url'    => admin_url( 'admin-ajax.php' ),
			'action' => UNSAVED_FIELDS_ACTION,
			'nonce'  => wp_create_nonce( UNSAVED_FIELDS_ACTION . $post->ID ),
		)
	);
}

function answer_unsaved_fields(): never {
	$id   = absint( $_POST['post_ID'] ?? 0 );
	$post = get_post( $id );
	check_ajax_referer( UNSAVED_FIELDS_ACTION . $id );
	if ( ! $post instanceof WP_Post || ! current_user_can( 'edit_post', $id ) ) {
		wp_send_json_error( null, 403 );
	}
	$autosave    = wp_get_post_autosave( $id, get_current_user_id() );
	$autosave_id = $autosave ? $autosave->ID : _wp_put_post_revision( $post, true );
	if ( is_wp_error( $autosave_id ) || 0 === $autosave_id ) {
		wp_send_json_error( null, 500 );
	}
	if ( isset( $_POST['_thumbnail_id'] ) ) {
		// -1: the editor has removed the image. `update_post_meta` would change the item itself.
		update_metadata( 'post', $autosave_id, '_thumbnail_id', max( 0, (int) $_POST['_thumbnail_id'] ) );
	}
	if ( function_exists( 'acf_save_post' ) && isset( $_POST['acf'] ) ) {
		acf_save_post( $autosave_id );
	}
	// Updates the date of the autosave, because WordPress uses an autosave only if it is newer than the item.
	wp_update_post( array( 'ID' => $autosave_id ) );
	wp_send_json_success();
}

/** The autosave of an item if it is newer, otherwise the item. */
function newest_version( WP_Post $item ): WP_Post {
	$autosave = wp_get_post_autosave( $item->ID );

	return $autosave && $autosave->post_modified_gmt > $item->post_modified_gmt ? $autosave : $item;
}

/**
 * Saves the fields of a draft. Instead of an autosave of an author's own draft, WordPress saves the draft, but only its text. The fields
 * were cleaned before (`clean_panel_values`).
 */
function save_fields_of_draft( WP_REST_Response $response, WP_Post $post, WP_REST_Request $request ): WP_REST_Response {
	$fields = $request['meta'][ FIELDS_META ] ?? null;
	if ( 'POST' === $request->get_method() && 'revision' !== $post->post_type && is_string( $fields ) ) {
		update_post_meta( $post->ID, FIELDS_META, wp_slash( $fields ) );
	}

	return $response;
}
