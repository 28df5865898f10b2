<?php
/**
 * Serves the testimonials, questions and texts of the home page and the texts of the FAQ page on two routes, in the format of ACF's
 * `get_fields()` for an options page.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_Error;

defined( 'ABSPATH' ) || exit;

foreach ( array( HOMEPAGE, FAQPAGE ) as $type ) {
	$name = SINGLE_ITEMS[ $type ];
	add_public_route( "/$name", static fn(): array => array( 'acf' => page_fields( $type, single_values( $type ) ) ) );
	add_editor_route( 'GET', "/unsaved/$name", static fn(): array|WP_Error => read_newest_page( $type ), array( 'edit_posts', READ_DRAFTS ) );
}

/** What the route of a page would return after saving, for previews: with the values of a newer autosave, and the `seo` of the page. */
function read_newest_page( string $type ): array|WP_Error {
	$item = single_item( $type );
	if ( null === $item ) {
		return new WP_Error( 'rest_post_invalid_id', __( 'Nothing was saved yet.', 'site-companion' ), array( 'status' => 404 ) );
	}
	$newest = newest_version( $item );

	return array(
		'saved'     => str_replace( ' ', 'T', $newest->post_modified ),
		'isUnsaved' => $newest !== $item,
		'seo'       => to_seo_response( stored_seo( $newest->ID ) ),
		'acf'       => page_fields( $type, stored_fields( $newest->ID ) ),
	);
}

/** The fields of a page for these stored values: those that ACF has saved, completed with the plugin's own. */
function page_fields( string $type, ?array $values ): array|false {
	$acf = acf_options( $type );
	$own = HOMEPAGE === $type ? homepage_fields( $values ) : faqpage_fields( $values );

	return null === $acf ? $own : $acf + ( is_array( $own ) ? $own : array() );
}

/**
 * The fields of a page on ACF's options page with its name, or on ACF's general options page if that has the field that only this page has.
 * Null if ACF is not active or has no values; the plugin's own values are used then.
 */
function acf_options( string $type ): ?array {
	$required_field = array(
		HOMEPAGE => 'testimonials',
		FAQPAGE  => 'faq',
	)[ $type ] ?? null;
	if ( null === $required_field || ! function_exists( 'get_fields' ) ) {
		return null;
	}
	$own = get_fields( SINGLE_ITEMS[ $type ] );
	if ( is_array( $own ) ) {
		return $own;
	}
	$common = get_fields( 'option' );

	return is_array( $common ) && array_key_exists( $required_field, $common ) ? $common : null;
}

/**
 * `false` if nothing was ever saved. As in ACF, an empty repeater is `false` and an empty relationship `[]`.
 */
function homepage_fields( ?array $saved ): array|false {
	if ( null === $saved ) {
		return false;
	}
	$testimonials = array_map( __NAMESPACE__ . '\testimonial_fields', rows_in( $saved['testimonials'] ?? array() ) );

	$lists = array(
		'testimonials' => array() === $testimonials ? false : $testimonials,
		'faq'          => array_map( 'intval', array_values( $saved['faq'] ?? array() ) ),
	);

	return $lists + $saved;
}

function testimonial_fields( array $row ): array {
	return array(
		'name'  => (string) ( $row['name'] ?? '' ),
		'role'  => (string) ( $row['role'] ?? '' ),
		'quote' => render_text( (string) ( $row['quote'] ?? '' ) ),
		'image' => with_library_images( $row['image'] ?? false ) ?: false,
	);
}

function faqpage_fields( ?array $saved ): array|false {
	if ( null === $saved ) {
		return false;
	}

	return array(
		'faq' => array(
			'subheadline'                 => (string) ( $saved['subheadline'] ?? '' ),
			'headline'                    => (string) ( $saved['headline'] ?? '' ),
			'under_headline_content_html' => render_text( (string) ( $saved['under_headline_content_html'] ?? '' ) ),
		),
	);
}

/**
 * Converts an editor's text to HTML with paragraphs and typographic entities, like ACF's WYSIWYG field.
 */
function render_text( string $text ): string {
	return '' === trim( $text ) ? '' : wpautop( wptexturize( $text ) );
}
