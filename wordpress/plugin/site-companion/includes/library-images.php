<?php
/**
 * Images of fields are stored with the id of an attachment, and completed from the media library whenever they are read. A
 * replaced file, a changed alternative text or a deleted image therefore takes effect everywhere.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

defined( 'ABSPATH' ) || exit;

/**
 * The attachment id of a stored image; 0 if the value is something else or an image that is not in the library.
 */
function attachment_id_of( mixed $value ): int {
	if ( ! is_array( $value ) || array_is_list( $value ) ) {
		return 0;
	}
	$id           = $value['id'] ?? $value['ID'] ?? 0;
	$other_fields = array_diff( array_keys( $value ), array( 'id', 'ID', 'alt' ) );

	return is_numeric( $id ) && ( array() === $other_fields || isset( $value['url'] ) ) ? (int) $id : 0;
}

/** Completes all images of the library in the fields, at any depth. A deleted image becomes `false`, or is left out of a list of images. */
function with_library_images( mixed $value ): mixed {
	if ( ! is_array( $value ) ) {
		return $value;
	}
	if ( attachment_id_of( $value ) > 0 ) {
		return library_image( $value );
	}
	$completed = array_map( __NAMESPACE__ . '\with_library_images', $value );
	if ( array() === $value || ! array_is_list( $value ) || 0 === attachment_id_of( $value[0] ) ) {
		return $completed;
	}
	$images = array_values( array_filter( $completed ) );

	return array() === $images ? false : $images;
}

/**
 * An image in ACF's format, with the fields that the site reads; false if its attachment was deleted. An alternative text
 * that is stored with the image takes precedence over the library's.
 */
function library_image( array $image ): array|false {
	$id     = attachment_id_of( $image );
	$source = wp_get_attachment_image_src( $id, 'full' );
	if ( ! $source ) {
		return false;
	}
	$alt = trim( (string) ( $image['alt'] ?? '' ) );

	return array(
		'id'     => $id,
		'url'    => $source[0],
		'alt'    => '' === $alt ? library_alt( $id ) : $alt,
		'width'  => (int) $source[1],
		'height' => (int) $source[2],
	);
}

function library_alt( int $id ): string {
	return trim( (string) get_post_meta( $id, '_wp_attachment_image_alt', true ) );
}
