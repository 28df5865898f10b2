<?php
/**
 * Until ACF has saved a field, loads the value that this plugin has stored for it. ACF's screens thus show the current values, and
 * saving a screen for the first time saves them in ACF. Otherwise the screens would open empty, and saving would delete the content.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

defined( 'ABSPATH' ) || exit;

// Runs after the loaders of ACF's field types (priority 10), because they discard values in an unexpected format.
add_filter( 'acf/load_value', __NAMESPACE__ . '\load_stored_value', 20, 3 );

/**
 * @param mixed $target An item's id, or the id of an options page.
 * @param mixed $field  ACF's description of the field.
 */
function load_stored_value( mixed $value, mixed $target, mixed $field ): mixed {
	$name = is_array( $field ) ? (string) ( $field['name'] ?? '' ) : '';
	if ( '' === $name || null !== acf_get_reference( $name, $target ) ) {
		return $value;
	}
	$stored = stored_values( $target, $field );

	return array_key_exists( $name, $stored ) ? to_acf_value( $stored[ $name ], $field ) : $value;
}

/** The values that this plugin has stored for an item or an options page, by field name. */
function stored_values( mixed $target, array $field ): array {
	if ( is_numeric( $target ) ) {
		$post = get_post( (int) $target );
		return $post ? fields_with_blocks( $post ) : array();
	}
	if ( ! in_array( $target, array( 'homepage', 'faqpage', 'options' ), true ) ) {
		return array();
	}
	// The home page and the FAQ page both have a field "faq": a list of questions on the home page, a group of texts on the
	// FAQ page. That group is the only field of the FAQ page, and the home page has no group.
	$belongs_to_faq_page = 'group' === ( $field['type'] ?? '' );
	$stored              = single_values( $belongs_to_faq_page ? FAQPAGE : HOMEPAGE );
	if ( null === $stored || ( 'options' !== $target && ( 'faqpage' === $target ) !== $belongs_to_faq_page ) ) {
		return array();
	}

	return $belongs_to_faq_page ? array( 'faq' => $stored ) : $stored;
}

/**
 * Converts a value to ACF's storage format: rows are arrays by field key, images and files are attachment ids. An image
 * that is not in the media library becomes `false`; a gallery omits it.
 */
function to_acf_value( mixed $value, array $field ): mixed {
	$rows = is_array( $value ) && array_is_list( $value ) ? array_filter( $value, 'is_array' ) : array();

	return match ( $field['type'] ?? '' ) {
		'group'            => is_array( $value ) ? to_acf_row( $value, $field['sub_fields'] ?? array() ) : $value,
		'repeater'         => array_map( static fn( array $row ): array => to_acf_row( $row, $field['sub_fields'] ?? array() ), array_values( $rows ) ),
		'flexible_content' => to_acf_layouts( $rows, $field['layouts'] ?? array() ),
		'image', 'file'    => to_attachment_id( $value ),
		'gallery'          => array_values( array_filter( array_map( __NAMESPACE__ . '\to_attachment_id', $rows ) ) ),
		'true_false'       => (int) (bool) $value,
		default            => $value,
	};
}

/** The values of a row by ACF field key. */
function to_acf_row( array $row, array $fields ): array {
	$values = array();
	foreach ( $fields as $field ) {
		// `name` may be prefixed with the names of the parent fields; `_name` never is.
		$name = $field['_name'] ?? $field['name'];
		if ( array_key_exists( $name, $row ) ) {
			$values[ $field['key'] ] = to_acf_value( $row[ $name ], $field );
		}
	}

	return $values;
}

function to_acf_layouts( array $rows, array $layouts ): array {
	$fields_by_layout = array_column( $layouts, 'sub_fields', 'name' );
	$values           = array();
	foreach ( $rows as $row ) {
		$layout = (string) ( $row['acf_fc_layout'] ?? '' );
		if ( isset( $fields_by_layout[ $layout ] ) ) {
			$values[] = array( 'acf_fc_layout' => $layout ) + to_acf_row( $row, $fields_by_layout[ $layout ] );
		}
	}

	return $values;
}

function to_attachment_id( mixed $image ): int|false {
	if ( ! is_array( $image ) ) {
		return is_numeric( $image ) ? (int) $image : false;
	}
	$id = (int) ( $image['id'] ?? $image['ID'] ?? 0 );
	$id = 'attachment' === get_post_type( $id ) ? $id : attachment_url_to_postid( (string) ( $image['url'] ?? '' ) );

	return $id > 0 ? $id : false;
}
