<?php
/**
 * Converts values that an editor has entered (forms/form.js) to ACF's format.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

defined( 'ABSPATH' ) || exit;

/**
 * @param array $fields    Descriptions of the fields.
 * @param array $submitted Values of the form.
 * @param array $stored    The previous values. Those that no field describes are kept. A described field that the form does not contain
 *                         has no value: a revision that is restored, or a change that is undone, has no key for it.
 */
function submitted_fields( array $fields, array $submitted, array $stored = array() ): array {
	// Values of a row that no field describes move with it. `clean_fields` drops them unless they are stored already.
	$described = array_column( $fields, null, 'name' );
	$unknown   = array_map( __NAMESPACE__ . '\clean_unknown', array_diff_key( $submitted, $described ) );
	$values    = array_merge( $unknown, array_diff_key( $stored, $described ) );
	foreach ( $fields as $field ) {
		if ( array_key_exists( $field['name'], $submitted ) ) {
			$values[ $field['name'] ] = submitted_value( $field, $submitted[ $field['name'] ], $stored[ $field['name'] ] ?? null );
		}
	}

	return $values;
}

function submitted_value( array $field, mixed $submitted, mixed $stored ): mixed {
	$rows = is_array( $submitted ) ? $submitted : array();
	$text = is_scalar( $submitted ) ? (string) $submitted : '';

	return match ( $field['type'] ) {
		'list'       => submitted_rows( $rows, static fn( array $row ): array => submitted_fields( $field['fields'] ?? array(), $row ) ),
		'gallery'    => submitted_rows( $rows, __NAMESPACE__ . '\submitted_image' ),
		'group'      => submitted_fields( $field['fields'] ?? array(), $rows, is_array( $stored ) ? $stored : array() ),
		'image'      => submitted_image( $rows ),
		'date-time'  => submitted_date( $text, $stored ),
		'html'       => submitted_html( $text ),
		// HTML without `<p>` elements, which `render_text` adds when the value is read.
		'html-autop' => clean_html( wp_check_invalid_utf8( $text ) ),
		'questions'  => array_values( array_unique( array_filter( array_map( 'intval', $rows ) ) ) ),
		// Empty lines at the beginning count in problems, which name a line. Stored texts do not have them (`clean_value`).
		'textarea'   => rtrim( str_replace( "\r\n", "\n", wp_check_invalid_utf8( $text ) ) ),
		default      => clean_line( $text ),
	};
}

/** The submitted rows, each converted by `$read`; `false`, as in ACF, if there are none. */
function submitted_rows( array $submitted, callable $read ): array|false {
	$rows = array_map( $read, array_values( array_filter( $submitted, 'is_array' ) ) );

	return array() === $rows ? false : $rows;
}

/** Drops rows in which nothing was filled in. */
function without_empty_rows( array $fields, array $values ): array {
	foreach ( $fields as $field ) {
		$rows = $values[ $field['name'] ] ?? null;
		if ( ! is_array( $rows ) || ! in_array( $field['type'], array( 'list', 'gallery' ), true ) ) {
			continue;
		}
		$filled = array_values( array_filter( $rows, static fn( mixed $row ): bool => ! is_empty_value( $row ) ) );
		if ( 'list' === $field['type'] ) {
			$filled = array_map( static fn( array $row ): array => without_empty_rows( $field['fields'] ?? array(), $row ), $filled );
		}
		$values[ $field['name'] ] = array() === $filled ? false : $filled;
	}

	return $values;
}

/**
 * A picture of the media library is stored by its id, and its alternative text only if it differs from the library's.
 */
function submitted_image( array $submitted ): array|false {
	$text = static fn( string $key ): string => is_scalar( $submitted[ $key ] ?? null ) ? (string) $submitted[ $key ] : '';
	$id   = absint( $text( 'id' ) );
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

/** Forms submit dates without seconds. If the rest is unchanged, the stored date is kept. */
function submitted_date( string $text, mixed $stored ): string {
	$time   = to_local_time( $text );
	$before = is_string( $stored ) ? to_local_time( $stored ) : null;
	if ( $time && $before && $time->format( 'Y-m-d H:i' ) === $before->format( 'Y-m-d H:i' ) ) {
		return $stored;
	}

	return $time ? $time->format( 'Y-m-d H:i:s' ) : clean_line( $text );
}

/** Adds paragraphs to HTML that has none, because the site adds none. */
function submitted_html( string $text ): string {
	$html = trim( clean_html( wp_check_invalid_utf8( $text ) ) );

	return '' === $html || preg_match( '/<(?:p|ul|ol|h[1-6]|table|blockquote|pre|figure|div)\b/i', $html ) ? $html : trim( wpautop( $html ) );
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
	$html = str_replace( "\r\n", "\n", $html );

	return current_user_can( 'unfiltered_html' ) ? $html : wp_kses_post( $html );
}
