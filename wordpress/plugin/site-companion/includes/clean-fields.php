<?php
/**
 * Cleans the values of fields by their descriptions in `schema.json`, whether they come from a form, the REST API or a script.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_Post;

defined( 'ABSPATH' ) || exit;

/**
 * The values of an item as they may be stored. Fields that the schema does not describe are kept if the item has them already.
 *
 * @param array   $values   Values by field name, in ACF's format.
 * @param array   $stored   The stored values of the item.
 * @param array[] $problems Receives a problem for each value that is left out.
 */
function clean_item_fields( string $type, array $values, array $stored, array &$problems = array() ): array {
	$has_blocks = 'page' === $type && array_key_exists( 'blocks', $values );
	$known      = names_in( $stored );
	$clean      = clean_fields( fields_of_type( $type ), $has_blocks ? array_diff_key( $values, array( 'blocks' => 1 ) ) : $values, $known, '', $problems );
	if ( $has_blocks ) {
		$clean['blocks'] = clean_blocks( $values['blocks'], $known, $problems );
	}

	return $clean;
}

/** The names of the fields in stored values, at any depth. */
function names_in( mixed $stored ): array {
	return is_array( $stored ) ? array_merge( array_keys( $stored ), ...array_map( __NAMESPACE__ . '\names_in', array_values( $stored ) ) ) : array();
}

/**
 * @param array    $fields   Descriptions of the fields.
 * @param array    $values   Values by field name.
 * @param string[] $known    Names of fields that need no description.
 * @param string   $path     The path of the values, as in `validate_fields`.
 * @param array[]  $problems As in `clean_item_fields`.
 */
function clean_fields( array $fields, array $values, array $known, string $path, array &$problems ): array {
	$by_name = array_column( $fields, null, 'name' );
	$clean   = array();
	foreach ( $values as $name => $value ) {
		$field_path = '' === $path ? (string) $name : "$path.$name";
		if ( isset( $by_name[ $name ] ) ) {
			$clean[ $name ] = clean_value( $by_name[ $name ], $value, $known, $field_path, $problems );
		} elseif ( in_array( $name, $known, true ) ) {
			$clean[ $name ] = clean_unknown( $value );
		} else {
			$problems[] = problem( $field_path, (string) $name, __( 'The site has no such field.', 'site-companion' ) );
		}
	}

	return $clean;
}

/**
 * @param string[] $known    As in `clean_fields`.
 * @param array[]  $problems As in `clean_item_fields`.
 */
function clean_value( array $field, mixed $value, array $known, string $path, array &$problems ): mixed {
	if ( 'questions' === $field['type'] ) {
		return array_values( array_unique( array_filter( array_map( 'intval', (array) $value ) ) ) );
	}
	if ( is_array( $value ) ) {
		return match ( $field['type'] ) {
			'group'   => clean_fields( $field['fields'] ?? array(), $value, $known, $path, $problems ),
			'list'    => clean_rows( $field['fields'] ?? array(), $value, $known, $path, $problems ),
			'gallery' => filled_rows( array_map( __NAMESPACE__ . '\clean_image', $value ) ),
			'image'   => clean_image( $value ),
			// The value has another form than its field. Validation reports it when the item is published.
			default   => clean_unknown( $value ),
		};
	}
	if ( ! is_string( $value ) ) {
		return $value;
	}

	return match ( $field['type'] ) {
		'html'       => with_paragraphs( clean_html( $value ) ),
		// HTML without `<p>` elements, which `render_text` adds when the value is read.
		'html-autop' => clean_html( $value ),
		'textarea'   => trim( clean_text( str_replace( "\r\n", "\n", $value ) ) ),
		default      => clean_line( clean_text( $value ) ),
	};
}

/**
 * @param string[] $known    As in `clean_fields`.
 * @param array[]  $problems As in `clean_item_fields`.
 */
function clean_rows( array $fields, array $rows, array $known, string $path, array &$problems ): array|false {
	foreach ( $rows as $index => $row ) {
		$rows[ $index ] = is_array( $row ) ? clean_fields( $fields, $row, $known, "$path.$index", $problems ) : clean_unknown( $row );
	}

	// An empty cell in a table of a page keeps its column.
	return str_starts_with( $path, 'blocks.' ) ? $rows : filled_rows( $rows );
}

/** Drops rows in which nothing was filled in. A list without rows is `false`, as in ACF. */
function filled_rows( array $rows ): array|false {
	$filled = array_values( array_filter( $rows, static fn( mixed $row ): bool => ! is_empty_value( $row ) ) );

	return array() === $filled ? false : $filled;
}

/** The rows of a stored list, whose format is not known. */
function rows_in( mixed $stored ): array {
	return is_array( $stored ) ? array_values( array_filter( $stored, 'is_array' ) ) : array();
}

/**
 * Rows of flexible content. A row of an unknown layout is kept, because a later version of the site may know it; validation reports it.
 *
 * @param string[] $known    As in `clean_fields`.
 * @param array[]  $problems As in `clean_item_fields`.
 */
function clean_blocks( mixed $rows, array $known, array &$problems ): mixed {
	if ( ! is_array( $rows ) ) {
		return clean_unknown( $rows );
	}
	foreach ( $rows as $index => $row ) {
		if ( ! is_known_row( $row ) ) {
			$rows[ $index ] = clean_unknown( $row );
			continue;
		}
		$layout         = array( 'acf_fc_layout' => $row['acf_fc_layout'] );
		$rows[ $index ] = $layout + clean_fields( fields_of_layout( $row['acf_fc_layout'] ) ?? array(), array_diff_key( $row, $layout ), $known, "blocks.$index", $problems );
	}

	return $rows;
}

/**
 * A picture of the media library is stored by its id, and its alternative text only if it differs from the library's.
 */
function clean_image( mixed $image ): mixed {
	if ( ! is_array( $image ) ) {
		return clean_unknown( $image );
	}
	$text = static fn( string $key ): string => is_scalar( $image[ $key ] ?? null ) ? (string) $image[ $key ] : '';
	$id   = absint( $text( isset( $image['id'] ) ? 'id' : 'ID' ) );
	$alt  = clean_line( $text( 'alt' ) );
	$url  = trim( $text( 'url' ) );
	if ( $id > 0 ) {
		return array( 'id' => $id ) + ( '' === $alt || library_alt( $id ) === $alt ? array() : array( 'alt' => $alt ) );
	}

	return '' === $url ? false : array(
		'url'    => $url,
		'alt'    => $alt,
		'width'  => absint( $text( 'width' ) ),
		'height' => absint( $text( 'height' ) ),
	);
}

/** A value that the schema does not describe: all its texts are treated as HTML. */
function clean_unknown( mixed $value ): mixed {
	return match ( true ) {
		is_array( $value )  => array_map( __NAMESPACE__ . '\clean_unknown', $value ),
		is_string( $value ) => clean_html( $value ),
		default             => $value,
	};
}

/** Plain text. Strips tags that the current user is not allowed to write; `a < b` and `1<2` contain none. */
function clean_text( string $text ): string {
	$text = wp_check_invalid_utf8( $text );

	return current_user_can( 'unfiltered_html' ) || ! preg_match( '#<[a-z/!?]#i', $text ) ? $text : wp_strip_all_tags( $text );
}

/**
 * A single line of text: line breaks and control characters become spaces.
 */
function clean_line( string $text ): string {
	return trim( (string) preg_replace( '/[\p{Cc}\s]+/u', ' ', wp_check_invalid_utf8( $text ) ) );
}

/**
 * Strips HTML that the current user is not allowed to write, and normalizes line breaks.
 */
function clean_html( string $html ): string {
	$html = str_replace( "\r\n", "\n", wp_check_invalid_utf8( $html ) );

	return current_user_can( 'unfiltered_html' ) ? $html : wp_kses_post( $html );
}

/** Adds paragraphs to HTML that has none, because the site adds none. */
function with_paragraphs( string $html ): string {
	return '' === trim( $html ) || preg_match( '/<(?:p|ul|ol|h[1-6]|table|blockquote|pre|figure|div)\b/i', $html ) ? trim( $html ) : trim( wpautop( $html ) );
}

/**
 * The problems of values that a request may not add, because the schema has no such field and they are not stored yet. ACF's field groups
 * may have more fields than the schema, so nothing is unknown in them.
 */
function unknown_fields( string $type, ?WP_Post $post, array $values ): array {
	$problems = array();
	if ( ! $post || ! acf_has_fields_for( $post ) ) {
		clean_item_fields( $type, $values, $post ? fields_with_blocks( $post ) : array(), $problems );
	}

	return $problems;
}
