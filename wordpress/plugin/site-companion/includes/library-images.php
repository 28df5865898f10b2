<?php
/**
 * The images in custom fields are stored as ids of attachments. URL, size and, unless the field has its own, alternative text are
 * read from the media library each time, so a replaced file, a changed text or a deleted image takes effect everywhere.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

defined( 'ABSPATH' ) || exit;

/**
 * The attachment id of a stored image, which may have been deleted since; 0 if the value is no image or has no id.
 */
function attachment_id_of( mixed $value ): int {
	if ( ! is_array( $value ) || array_is_list( $value ) ) {
		return 0;
	}
	$id           = $value['id'] ?? $value['ID'] ?? 0;
	$other_fields = array_diff( array_keys( $value ), array( 'id', 'ID', 'alt' ) );

	return is_numeric( $id ) && ( array() === $other_fields || isset( $value['url'] ) ) ? (int) $id : 0;
}

/**
 * Adds the data of the media library to all images in a value, at any depth. A deleted image becomes `false`. A list of images omits
 * it, and becomes `false` if no image is left.
 */
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
