<?php
/**
 * Cleans the values of fields by their descriptions in `schema.json`, whether they come from a form, the REST API or a script.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_Post;

defined( 'ABSPATH' ) || exit;

/**
 * The values of an item as they may be stored. Values of fields that the schema does not describe are kept if they are stored already.
 *
 * @param array $values Values by field name, in ACF's format.
 * @param array $stored The stored values of the item.
 */
function clean_item_fields( string $type, array $values, array $stored ): array {
	$clean = clean_fields( fields_of_type( $type ), $values, array( $stored ) );
	if ( in_array( $type, TYPES_WITH_BLOCKS, true ) && array_key_exists( 'blocks', $values ) ) {
		$clean['blocks'] = clean_blocks( $values['blocks'], rows_in( $stored['blocks'] ?? array() ) );
	}

	return $clean;
}

/**
 * @param array   $fields Descriptions of the fields.
 * @param array   $values Values by field name.
 * @param array[] $stored The stored rows in which unknown values may occur. A row may have been moved, so there can be several.
 */
function clean_fields( array $fields, array $values, array $stored ): array {
	$by_name = array_column( $fields, null, 'name' );
	$clean   = array();
	foreach ( $values as $name => $value ) {
		if ( isset( $by_name[ $name ] ) ) {
			$clean[ $name ] = clean_value( $by_name[ $name ], $value, array_column( $stored, $name ) );
		} elseif ( in_array( $value, array_column( $stored, $name ), true ) ) {
			$clean[ $name ] = $value;
		}
	}

	return $clean;
}

/**
 * @param array $stored The stored values of this field.
 */
function clean_value( array $field, mixed $value, array $stored ): mixed {
	if ( is_array( $value ) ) {
		$is_list = array_is_list( $value );
		return match ( true ) {
			'group' === $field['type'] && ! $is_list => clean_fields( $field['fields'] ?? array(), $value, array_filter( $stored, 'is_array' ) ),
			'list' === $field['type'] && $is_list    => clean_rows( $field['fields'] ?? array(), $value, array_merge( ...array_map( __NAMESPACE__ . '\rows_in', $stored ) ) ),
			'gallery' === $field['type'] && $is_list => array_map( __NAMESPACE__ . '\clean_image', $value ),
			'image' === $field['type']               => clean_image( $value ),
			// The value has another form than its field. Validation reports it when the item is published.
			default                                  => clean_unknown( $value ),
		};
	}
	if ( ! is_string( $value ) ) {
		return $value;
	}

	return match ( $field['type'] ) {
		'html', 'html-autop' => clean_html( wp_check_invalid_utf8( $value ) ),
		'textarea' => trim( clean_text( str_replace( "\r\n", "\n", $value ) ) ),
		default    => clean_line( clean_text( $value ) ),
	};
}

/** @param array[] $stored The stored rows. */
function clean_rows( array $fields, array $rows, array $stored ): array {
	return array_map( static fn( mixed $row ): mixed => is_array( $row ) ? clean_fields( $fields, $row, $stored ) : clean_unknown( $row ), $rows );
}

/** The rows of a stored list, whose format is not known. */
function rows_in( mixed $stored ): array {
	return is_array( $stored ) ? array_values( array_filter( $stored, 'is_array' ) ) : array();
}

/**
 * Rows of flexible content. A row of an unknown layout is kept, because a later version of the site may know it; validation reports it.
 *
 * @param array[] $stored The stored rows.
 */
function clean_blocks( mixed $rows, array $stored ): mixed {
	if ( ! is_array( $rows ) ) {
		return clean_unknown( $rows );
	}
	$clean = static fn( mixed $row ): mixed => is_known_row( $row )
		? array( 'acf_fc_layout' => $row['acf_fc_layout'] ) + clean_fields( fields_of_layout( $row['acf_fc_layout'] ) ?? array(), $row, $stored )
		: clean_unknown( $row );

	return array_map( $clean, $rows );
}

/** A picture as a form submits it (`submitted_image`), or as ACF's forms do: the id alone. */
function clean_image( mixed $image ): mixed {
	return is_array( $image ) ? submitted_image( array( 'id' => $image['id'] ?? $image['ID'] ?? 0 ) + $image ) : clean_unknown( $image );
}

/** A value that the schema does not describe: all its texts are treated as HTML. */
function clean_unknown( mixed $value ): mixed {
	return match ( true ) {
		is_array( $value )  => array_map( __NAMESPACE__ . '\clean_unknown', $value ),
		is_string( $value ) => clean_html( wp_check_invalid_utf8( $value ) ),
		default             => $value,
	};
}

/** Plain text. Strips tags that the current user is not allowed to write; `a < b` and `1<2` contain none. */
function clean_text( string $text ): string {
	$text = wp_check_invalid_utf8( $text );

	return current_user_can( 'unfiltered_html' ) || ! preg_match( '#<[a-z/!?]#i', $text ) ? $text : wp_strip_all_tags( $text );
}

/**
 * The values that a request may not add, because the schema has no such field and they are not stored yet.
 *
 * @param array[] $stored The stored rows in which such values may occur.
 * @return array<int, array{path: string, label: string, message: string, is_error: bool}>
 */
function unknown_fields( array $fields, array $values, array $stored, string $path = '' ): array {
	$by_name  = array_column( $fields, null, 'name' );
	$problems = array();
	foreach ( $values as $name => $value ) {
		$field_path    = '' === $path ? (string) $name : "$path.$name";
		$field         = $by_name[ $name ] ?? null;
		$stored_values = array_column( $stored, $name );
		if ( null === $field && ! in_array( $value, $stored_values, true ) ) {
			$problems[] = array( problem( $field_path, (string) $name, __( 'The site has no such field.', 'site-companion' ) ) );
		}
		if ( 'group' === ( $field['type'] ?? '' ) && is_array( $value ) ) {
			$problems[] = unknown_fields( $field['fields'] ?? array(), $value, array_filter( $stored_values, 'is_array' ), $field_path );
		}
		if ( 'list' === ( $field['type'] ?? '' ) && is_array( $value ) ) {
			$problems[] = unknown_fields_in_rows( $value, static fn(): array => $field['fields'] ?? array(), array_merge( ...array_map( __NAMESPACE__ . '\rows_in', $stored_values ) ), $field_path );
		}
	}

	return array_merge( ...$problems );
}

/** @param callable(array): array $fields_of The descriptions of the fields of a row. */
function unknown_fields_in_rows( array $rows, callable $fields_of, array $stored, string $path ): array {
	$problems = array();
	foreach ( array_filter( $rows, 'is_array' ) as $index => $row ) {
		$problems[] = unknown_fields( $fields_of( $row ), $row, $stored, "$path.$index" );
	}

	return array_merge( ...$problems );
}

/** As `unknown_fields`, for an item. ACF's field groups may have more fields than the schema, so nothing is unknown in them. */
function unknown_fields_of_item( string $type, ?WP_Post $post, array $values ): array {
	if ( $post && acf_has_fields_for( $post ) ) {
		return array();
	}
	$stored = $post ? fields_with_blocks( $post ) : array();
	$blocks = in_array( $type, TYPES_WITH_BLOCKS, true ) && is_array( $values['blocks'] ?? null ) ? array_filter( $values['blocks'], __NAMESPACE__ . '\is_known_row' ) : array();
	$names  = array( array( 'name' => 'acf_fc_layout', 'type' => 'text' ) );

	return array_merge(
		unknown_fields( fields_of_type( $type ), in_array( $type, TYPES_WITH_BLOCKS, true ) ? array_diff_key( $values, array( 'blocks' => 1 ) ) : $values, array( $stored ) ),
		unknown_fields_in_rows( $blocks, static fn( array $row ): array => array_merge( $names, fields_of_layout( $row['acf_fc_layout'] ) ?? array() ), rows_in( $stored['blocks'] ?? array() ), 'blocks' )
	);
}
