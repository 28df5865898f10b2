<?php
/**
 * Converts fields to lines of text, which WordPress compares in revisions.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

defined( 'ABSPATH' ) || exit;

/** @return string[] One line for each value, for example "Person 2, Name: Mara". Empty values have none. */
function field_lines( array $fields, array $values, string $prefix = '' ): array {
	$lines = array();
	foreach ( $fields as $field ) {
		$value = $values[ $field['name'] ] ?? '';
		if ( ! is_empty_value( $value ) ) {
			$lines[] = value_lines( $field, $value, $prefix );
		}
	}

	return array_merge( ...$lines );
}

/** @return string[] */
function value_lines( array $field, mixed $value, string $prefix ): array {
	$rows = is_array( $value ) && array_is_list( $value ) ? $value : array();
	$row  = static fn( int $index ): string => $prefix . item_label( $field ) . ' ' . ( $index + 1 );

	return match ( $field['type'] ) {
		'group'     => field_lines( $field['fields'] ?? array(), is_array( $value ) ? $value : array(), "$prefix{$field['label']}, " ),
		'list'      => array_merge( ...array_map( static fn( int $index ): array => field_lines( $field['fields'] ?? array(), is_array( $rows[ $index ] ) ? $rows[ $index ] : array(), $row( $index ) . ', ' ), array_keys( $rows ) ) ),
		'gallery'   => array_map( static fn( int $index ): string => "$prefix{$field['label']} " . ( $index + 1 ) . ': ' . image_as_text( $rows[ $index ] ), array_keys( $rows ) ),
		'questions' => array_map( static fn( int $index ): string => $row( $index ) . ': ' . question_label( (int) $rows[ $index ] ), array_keys( $rows ) ),
		'image'     => array( "$prefix{$field['label']}: " . image_as_text( $value ) ),
		default     => array( "$prefix{$field['label']}: " . preg_replace( '/\s+/u', ' ', text_of( $value ) ) ),
	};
}

function image_as_text( mixed $image ): string {
	$id  = attachment_id_of( $image );
	$own = is_array( $image ) ? text_of( $image['alt'] ?? '' ) : '';
	$alt = '' === $own && $id > 0 ? library_alt( $id ) : $own;

	return trim( ( $id > 0 ? get_the_title( $id ) : ( is_array( $image ) ? text_of( $image['url'] ?? '' ) : '' ) ) . ' ' . ( '' === $alt ? '' : "“{$alt}”" ) );
}

/** The text of a value. Arrays become JSON. */
function text_of( mixed $value ): string {
	if ( is_scalar( $value ) ) {
		return is_bool( $value ) ? ( $value ? __( 'Yes', 'site-companion' ) : '' ) : (string) $value;
	}

	return null === $value || array() === $value ? '' : (string) wp_json_encode( $value, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES );
}
