<?php
/**
 * Validates fields in the REST API: those of a form while an editor types, and those of an item before it is saved. An item with errors
 * (`errors_in`) cannot be published or scheduled; the response names each invalid field in `data.params`.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_Error;
use WP_Post;
use WP_REST_Request;

defined( 'ABSPATH' ) || exit;

// `values` are those of the form as JSON.
add_editor_route(
	'POST',
	'/validation',
	__NAMESPACE__ . '\validate_form',
	'edit_posts',
	array(
		'type'   => 'string',
		'values' => 'string',
	)
);
foreach ( array( ...TYPES_WITH_FIELDS, ...array_keys( SINGLE_ITEMS ) ) as $type ) {
	// After other plugins, which may change the item.
	add_filter( "rest_pre_insert_$type", __NAMESPACE__ . '\reject_invalid_item', 20, 2 );
}

/**
 * The errors and warnings for a form that is not saved yet. Empty rows are not removed, so that the paths match the rows of the form. The
 * values of the type `sections` are rows of `acf.blocks` by any key; the result has the problems of each row by the same key.
 */
function validate_form( WP_REST_Request $request ): array|object {
	$type   = (string) $request['type'];
	$values = decode_fields( (string) $request['values'] ) ?? array();
	if ( 'sections' === $type ) {
		return (object) array_map( static fn( array $row ): array => validate_fields( fields_of_layout( $row['acf_fc_layout'] ) ?? array(), $row ), array_filter( $values, __NAMESPACE__ . '\is_known_row' ) );
	}

	return validate_item( $type, $values );
}

/**
 * Returns an error instead of the item if it is to be public and has errors.
 *
 * @param object|WP_Error $item The post that is about to be saved.
 */
function reject_invalid_item( mixed $item, WP_REST_Request $request ): mixed {
	if ( is_wp_error( $item ) ) {
		return $item;
	}
	$post           = empty( $item->ID ) ? null : get_post( $item->ID );
	$type           = $post->post_type ?? $item->post_type;
	$status         = $item->post_status ?? $post->post_status ?? 'draft';
	$will_be_public = in_array( $status, array( 'publish', 'future' ), true );
	$panel_values   = clean_panel_values( $type, $post, $request );
	$new_values     = $request['acf'] ?? $panel_values;
	$has_new_values = is_array( $new_values );
	$is_changed     = $has_new_values || isset( $item->post_content ) || $status !== ( $post->post_status ?? '' );
	if ( is_wp_error( $panel_values ) ) {
		return $panel_values;
	}
	if ( $has_new_values && array() !== $new_values && array_is_list( $new_values ) ) {
		return invalid_item( array( problem( '', 'acf', __( 'This must be an object.', 'site-companion' ) ) ) );
	}
	$unknown = $has_new_values ? unknown_fields( $type, $post, $new_values ) : array();
	if ( array() !== $unknown ) {
		return invalid_item( $unknown );
	}
	// What is typed may be incomplete.
	if ( ! $will_be_public || str_ends_with( $request->get_route(), '/autosaves' ) ) {
		return $item;
	}
	$values = ( $has_new_values ? $new_values : array() ) + values_after_save( $post, $item );
	$texts  = $is_changed || isset( $item->post_title ) ? validate_texts( $type, $item->post_title ?? $post->post_title ?? '', $item->post_content ?? $post->post_content ?? '' ) : array();
	$errors = $is_changed ? errors_in( validate_item( $type, $values ) ) : array();
	if ( $post && ! $has_new_values && acf_has_fields_for( $post ) ) {
		// The block editor saves ACF's form after the item, in a second request, which may correct the stored values. So only errors in
		// blocks of the content count here.
		$errors = array_filter( $errors, static fn( array $error ): bool => ! acf_edits_blocks( $post ) && str_starts_with( $error['path'], 'blocks.' ) );
	}

	$errors = array_merge( $texts, $errors );

	return array() === $errors ? $item : invalid_item( $errors );
}

/**
 * The values that the fields of an item will have once it is saved, except for changes by `acf` or a form in the request.
 * Blocks of the site in the new content of a page replace the stored ones.
 */
function values_after_save( ?WP_Post $post, object $item ): array {
	$values = array();
	if ( $post ) {
		$values = acf_has_fields_for( $post ) ? read_fields( $post->ID ) : fields_with_blocks( $post );
	}
	if ( ! isset( $item->post_content ) || ( $post && acf_edits_blocks( $post ) ) ) {
		return $values;
	}
	$blocks = rows_of_content( $item->post_content );
	if ( null !== $blocks ) {
		// Sections of an unknown layout stay in the page until an editor deletes them. They must not prevent saving, so they are not validated.
		$values['blocks'] = array_values( array_filter( $blocks, __NAMESPACE__ . '\is_known_row' ) );
	}

	return $values;
}

/**
 * Cleans the values of the panel in the block editor, which are in the post meta of the request. Returns them without the stored blocks of
 * a page; null if the request has none.
 */
function clean_panel_values( string $type, ?WP_Post $post, WP_REST_Request $request ): array|WP_Error|null {
	$meta = $request['meta'];
	if ( ! is_array( $meta ) || ! isset( $meta[ FIELDS_META ] ) ) {
		return null;
	}
	$values = is_string( $meta[ FIELDS_META ] ) ? decode_fields( $meta[ FIELDS_META ] ) : null;
	if ( null === $values ) {
		return invalid_item( array( problem( '', FIELDS_META, __( 'This must be an object.', 'site-companion' ) ) ) );
	}
	$stored = $post ? stored_fields( $post->ID ) : array();
	// Stored values without a field in the form are kept.
	$others = array_diff_key( $stored, array_column( fields_of_type( $type ), null, 'name' ) );
	$clean  = $others + clean_item_fields( $type, $values, $stored );
	// An autosave without fields would be shown with those of the item.
	$request->set_param( 'meta', array( FIELDS_META => encode_fields( $clean ) ?: '{}' ) + $meta );

	return array_diff_key( $clean, array( 'blocks' => 1 ) );
}

function invalid_item( array $errors ): WP_Error {
	$params = array();
	foreach ( $errors as $error ) {
		$is_text = in_array( $error['path'], array( 'title', 'content' ), true );

		$params[ $is_text ? $error['path'] : rtrim( 'acf.' . $error['path'], '.' ) ] = $error['message'];
	}

	return new WP_Error(
		'site_companion_invalid_fields',
		__( 'The site could not show this.', 'site-companion' ) . ' ' . implode( ' ', array_map( __NAMESPACE__ . '\problem_sentence', $errors ) ),
		array(
			'status' => 400,
			'params' => $params,
		)
	);
}
