<?php
/**
 * Validation in the REST API: of a form while an editor types, and of items that are saved. An item that the site could not show cannot
 * be published; the response names each invalid field in `data.params`.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_Error;
use WP_Post;
use WP_REST_Request;

defined( 'ABSPATH' ) || exit;

add_action( 'rest_api_init', __NAMESPACE__ . '\register_validation' );
foreach ( TYPES_WITH_FIELDS as $type ) {
	// After other plugins, which may change the item.
	add_filter( "rest_pre_insert_$type", __NAMESPACE__ . '\reject_invalid_item', 20, 2 );
}

function register_validation(): void {
	register_rest_route(
		'site-companion/v1',
		'/validation',
		array(
			'methods'             => 'POST',
			'callback'            => __NAMESPACE__ . '\validate_form',
			'permission_callback' => static fn(): bool => current_user_can( 'edit_posts' ),
			'args'                => array(
				'type'    => array(
					'type'     => 'string',
					'required' => true,
				),
				FORM_NAME => array(
					'type'    => 'object',
					'default' => array(),
				),
			),
		)
	);
}

/** The problems of a form that is not saved yet. Empty rows are not removed, so that the paths match the form. */
function validate_form( WP_REST_Request $request ): array {
	$type   = (string) $request['type'];
	$fields = fields_of_form( $type );

	return validate_fields( $fields, submitted_fields( $fields, (array) $request[ FORM_NAME ] ) );
}

/** The fields of the form of a post type or of an options page. */
function fields_of_form( string $form ): array {
	return match ( $form ) {
		'homepage' => homepage_form_fields(),
		'faqpage'  => faqpage_form_fields(),
		default    => fields_of_type( $form ),
	};
}

/**
 * @param object|WP_Error $item The prepared post.
 */
function reject_invalid_item( mixed $item, WP_REST_Request $request ): mixed {
	if ( is_wp_error( $item ) ) {
		return $item;
	}
	$id         = (int) ( $item->ID ?? 0 );
	$before     = $id > 0 ? (string) get_post_status( $id ) : '';
	$status     = (string) ( $item->post_status ?? ( '' === $before ? 'draft' : $before ) );
	$type       = $id > 0 ? (string) get_post_type( $id ) : (string) $item->post_type;
	$is_public  = in_array( $status, array( 'publish', 'future' ), true );
	$given      = $request['acf'] ?? values_of_editor_form( $type, $request );
	$has_given  = is_array( $given );
	$is_changed = $has_given || isset( $item->post_content ) || $status !== $before;
	if ( $has_given && array() !== $given && array_is_list( $given ) ) {
		return invalid_item( array( problem( '', 'acf', __( 'This must be an object.', 'site-companion' ) ) ) );
	}
	if ( ! $is_public ) {
		return $item;
	}
	$post   = $id > 0 ? get_post( $id ) : null;
	$values = ( $has_given ? $given : array() ) + values_after_save( $post, $item, $request );
	$errors = $is_changed ? errors_in( validate_item( $type, $values ) ) : array();
	if ( $post && ! $has_given && acf_has_fields_for( $post ) ) {
		// The block editor saves the item before ACF's form. ACF validates that form, which may correct the stored values.
		$errors = array_filter( $errors, static fn( array $error ): bool => ! acf_edits_blocks( $post ) && str_starts_with( $error['path'], 'blocks.' ) );
	}

	return array() === $errors ? $item : invalid_item( $errors );
}

/** The fields that an item will have after the request, apart from `acf` in the request; for a page, with the blocks of its new content. */
function values_after_save( ?WP_Post $post, object $item, WP_REST_Request $request ): array {
	$values = array();
	if ( $post ) {
		$values = acf_has_fields_for( $post ) ? read_fields( $post->ID ) : fields_with_blocks( $post );
	}
	if ( ! isset( $item->post_content ) || ( $post && acf_edits_blocks( $post ) ) ) {
		return $values;
	}
	$blocks = rows_of_content( $item->post_content );
	if ( null !== $blocks || true === $request[ REPLACES_STORED_BLOCKS ] ) {
		// An unknown section is kept until an editor deletes it, so it must not keep the page from being saved.
		$values['blocks'] = array_values( array_filter( $blocks ?? array(), __NAMESPACE__ . '\is_known_row' ) );
	}

	return $values;
}

/** The values of the form in the block editor, which saves the form after the item; null if the request has none. */
function values_of_editor_form( string $type, WP_REST_Request $request ): ?array {
	if ( ! is_string( $request['site_companion_form'] ) ) {
		return null;
	}
	wp_parse_str( $request['site_companion_form'], $form );
	$fields = fields_of_type( $type );

	return is_array( $form[ FORM_NAME ] ?? null ) ? without_empty_rows( $fields, submitted_fields( $fields, $form[ FORM_NAME ] ) ) : null;
}

function invalid_item( array $errors ): WP_Error {
	$params = array();
	foreach ( $errors as $error ) {
		$params[ rtrim( 'acf.' . $error['path'], '.' ) ] = $error['message'];
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
