<?php
/**
 * The `acf` fields of an item: ACF's if ACF has a field group for the item, otherwise the plugin's own.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_Post;

defined( 'ABSPATH' ) || exit;

/** The fields of an item as a JSON object. */
const FIELDS_META = '_site_companion_fields';

add_action( 'init', __NAMESPACE__ . '\register_fields_meta', 20 );
// After ACF, whose "light" format returns attachment ids instead of images.
add_action( 'rest_api_init', __NAMESPACE__ . '\register_fields_in_rest', 20 );

function register_fields_meta(): void {
	foreach ( array( ...TYPES_WITH_FIELDS, ...array_keys( SINGLE_ITEMS ) ) as $type ) {
		register_post_meta(
			$type,
			FIELDS_META,
			array(
				'type'              => 'string',
				'single'            => true,
				// For the panel of the block editor. Clients of the REST API use `acf`.
				'show_in_rest'      => array( 'schema' => array( 'context' => array( 'edit' ) ) ),
				'revisions_enabled' => post_type_supports( $type, 'revisions' ),
				'auth_callback'     => static fn( bool $allowed, string $key, int $id ): bool => current_user_can( 'edit_post', $id ),
			)
		);
	}
}

/** The types in the REST API of items and of their revisions and autosaves. */
function with_revision_types( array $types ): array {
	return array( ...$types, ...array_map( static fn( string $type ): string => "$type-revision", $types ) );
}

function register_fields_in_rest(): void {
	register_rest_field(
		with_revision_types( TYPES_WITH_FIELDS ),
		'acf',
		array(
			'get_callback'    => static fn( array $item ): array => read_fields( (int) $item['id'] ),
			'update_callback' => static fn( array $fields, WP_Post $post ) => update_fields( $post, $fields ),
			'schema'          => array(
				'description' => __( 'The fields of this item. Those that a request leaves out stay as they are.', 'site-companion' ),
				'type'        => array( 'object', 'array' ),
				'context'     => array( 'view', 'edit' ),
			),
		)
	);
}

/**
 * The fields of an item or of one of its revisions; `array()` (JSON `[]`, like ACF) if it has none or is password-protected.
 */
function read_fields( int $id ): array {
	$post = get_post( $id );
	$item = $post && 'revision' === $post->post_type ? get_post( $post->post_parent ) : $post;
	if ( ! $item || ( post_password_required( $item ) && ! current_user_can( 'edit_post', $item->ID ) ) ) {
		return array();
	}
	$stored = with_library_images( fields_with_blocks( $post ) );
	if ( acf_has_fields_for( $item ) ) {
		// ACF stores fields only for revisions that were created for a preview. Other revisions get the fields of their item.
		$own    = get_fields( $id );
		$fields = is_array( $own ) || $id === $item->ID ? $own : get_fields( $item->ID );
		if ( is_array( $fields ) ) {
			// Fields that ACF has not saved yet fall back to the plugin's values.
			return $fields + $stored;
		}
	}

	return $stored;
}

/** The fields that this plugin has stored. Images are not completed from the media library. */
function stored_fields( int $id ): array {
	return decode_fields( (string) get_post_meta( $id, FIELDS_META, true ) ) ?? array();
}

/** Changes some of the fields: those of ACF if it has a field group for the item, otherwise the plugin's own. */
function update_fields( WP_Post $post, array $fields ): void {
	// Before the values reach ACF or the content of a page.
	$fields = clean_fields_for( $post, $fields );
	if ( isset( $fields['blocks'] ) && replace_blocks_in_content( $post, $fields['blocks'] ) ) {
		unset( $fields['blocks'] );
	}
	if ( ! acf_has_fields_for( $post ) || ! function_exists( 'update_field' ) ) {
		store_fields( $post->ID, $fields + stored_fields( $post->ID ) );
		return;
	}
	foreach ( $fields as $name => $value ) {
		update_field( $name, $value, $post->ID );
	}
}

/** ACF's field groups may have more fields than the schema, so their values are cleaned as HTML. */
function clean_fields_for( WP_Post $post, array $fields ): array {
	return acf_has_fields_for( $post )
		? array_map( __NAMESPACE__ . '\clean_unknown', $fields )
		: clean_item_fields( $post->post_type, $fields, fields_with_blocks( $post ) );
}

/**
 * The fields that this plugin has stored for an item or a revision. Blocks in the content of a page take precedence over those in
 * the fields. A revision without fields of its own, such as an autosave of the text alone, has those of its item.
 */
function fields_with_blocks( WP_Post $post ): array {
	$blocks = rows_of_content( $post->post_content );
	$is_own = 'revision' !== $post->post_type || metadata_exists( 'post', $post->ID, FIELDS_META );
	$fields = stored_fields( $is_own ? $post->ID : $post->post_parent );

	return null === $blocks ? $fields : array_merge( $fields, array( 'blocks' => $blocks ) );
}

/**
 * Whether ACF (or its fork) is active and has a field group for this item, so that the item is edited with ACF.
 */
function acf_has_fields_for( WP_Post $post ): bool {
	return function_exists( 'get_fields' ) && array() !== acf_groups_of( $post );
}

/** The field groups of ACF for an item. */
function acf_groups_of( WP_Post $post ): array {
	return function_exists( 'acf_get_field_groups' )
		? acf_get_field_groups(
			array(
				'post_id'   => $post->ID,
				'post_type' => $post->post_type,
			)
		)
		: array();
}

/** Whether the blocks of an item are edited in ACF. ACF's value then takes precedence. */
function acf_edits_blocks( WP_Post $post ): bool {
	if ( ! acf_has_fields_for( $post ) || ! function_exists( 'acf_get_fields' ) ) {
		return false;
	}
	$fields = array_merge( ...array_map( static fn( array $group ): array => acf_get_fields( $group ) ?: array(), acf_groups_of( $post ) ) );

	return in_array( 'blocks', array_column( $fields, 'name' ), true );
}

/**
 * Parses fields: returns an empty array for an empty text, and null for a text that is not a JSON object.
 */
function decode_fields( string $json ): ?array {
	if ( '' === trim( $json ) ) {
		return array();
	}
	$fields = json_decode( $json, true );

	return is_array( $fields ) && ( array() === $fields || ! array_is_list( $fields ) ) ? $fields : null;
}

function encode_fields( array $fields ): string {
	return array() === $fields
		? ''
		: (string) wp_json_encode( $fields, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_PRESERVE_ZERO_FRACTION );
}

/** Stores fields unchanged. For values that were cleaned when they were entered, and for the import of a snapshot. */
function store_fields( int $id, array $fields ): void {
	if ( array() === $fields ) {
		delete_post_meta( $id, FIELDS_META );
		return;
	}
	update_post_meta( $id, FIELDS_META, wp_slash( encode_fields( $fields ) ) );
}
