<?php
/**
 * Adds what an editor has typed but not saved to autosaves, so that a preview shows it: on classic screens the fields, the texts for search
 * engines and the featured image, and in the block editor the featured image.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_Post;

defined( 'ABSPATH' ) || exit;

const UNSAVED_FIELDS_ACTION = 'site_companion_unsaved_fields';

add_action( 'load-post.php', __NAMESPACE__ . '\discard_old_autosave' );
// After WordPress has copied the saved fields of the item (priority 10).
add_action( '_wp_put_post_revision', __NAMESPACE__ . '\store_fields_in_new_autosave', 20 );
add_action( 'wp_creating_autosave', __NAMESPACE__ . '\store_fields_in_old_autosave', 20, 2 );
add_action( 'rest_api_init', __NAMESPACE__ . '\register_autosave_fields_in_rest', 20 );
add_action( 'enqueue_block_editor_assets', __NAMESPACE__ . '\enqueue_unsaved_fields_script' );
add_action( 'wp_ajax_' . UNSAVED_FIELDS_ACTION, __NAMESPACE__ . '\answer_unsaved_fields' );

/**
 * Deletes the old autosave before a preview. WordPress would not update it if only fields have changed, but always stores a new autosave
 * if there is none.
 */
function discard_old_autosave(): void {
	$id = absint( $_POST['post_ID'] ?? 0 );
	if ( 'dopreview' !== sanitize_key( wp_unslash( $_POST['wp-preview'] ?? '' ) ) || ! current_user_can( 'edit_post', $id ) ) {
		return;
	}
	check_admin_referer( "update-post_$id" );
	$autosave = wp_get_post_autosave( $id, get_current_user_id() );
	if ( $autosave ) {
		wp_delete_post_revision( $autosave );
	}
}

function store_fields_in_new_autosave( int $id ): void {
	$parent_id = wp_is_post_autosave( $id );
	if ( $parent_id ) {
		store_posted_fields( $id, (int) $parent_id );
	}
}

/** @param array<string, mixed> $autosave The columns of the autosave that is about to be stored. */
function store_fields_in_old_autosave( array $autosave, bool $is_update = false ): void {
	$id        = (int) $autosave['ID'];
	$parent_id = $is_update ? wp_is_post_autosave( $id ) : false;
	if ( $parent_id ) {
		// What was typed before the last save of the item must not reappear.
		delete_metadata( 'post', $id, FIELDS_META );
		store_posted_fields( $id, (int) $parent_id );
	}
}

/** Stores the values of the submitted form in an autosave. Without a form, the autosave shows the saved values of the item. */
function store_posted_fields( int $autosave_id, int $parent_id ): void {
	$post = get_post( $parent_id );
	if ( ! is_admin() || ! $post instanceof WP_Post ) {
		return;
	}
	// `submitted_item_seo` and `submitted_item_fields` check the nonces of their forms.
	$seo = submitted_item_seo( $post );
	if ( null !== $seo ) {
		update_metadata( 'post', $autosave_id, SEO_META, wp_slash( $seo ) );
	}
	if ( isset( $_POST['_thumbnail_id'] ) ) { // phpcs:ignore WordPress.Security.NonceVerification
		// -1: the editor has removed the image.
		update_metadata( 'post', $autosave_id, '_thumbnail_id', max( 0, (int) $_POST['_thumbnail_id'] ) ); // phpcs:ignore WordPress.Security.NonceVerification
	}
	$fields = submitted_item_fields( $post->ID, $post->post_type );
	if ( null !== $fields ) {
		// `update_post_meta` would change the item itself. An empty object means that the editor has emptied all fields.
		update_metadata( 'post', $autosave_id, FIELDS_META, wp_slash( array() === $fields ? '{}' : encode_fields( $fields ) ) );
	}
}

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
	store_posted_fields( $autosave_id, $id );
	if ( function_exists( 'acf_save_post' ) && isset( $_POST['acf'] ) ) {
		acf_save_post( $autosave_id );
	}
	// Updates the date of the autosave, because WordPress uses an autosave only if it is newer than the item.
	wp_update_post( array( 'ID' => $autosave_id ) );
	wp_send_json_success();
}

/** Adds `acf` to the autosaves and revisions of an item in the REST API. */
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
