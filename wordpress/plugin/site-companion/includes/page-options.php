<?php
/**
 * Serves the testimonials, questions and texts of the home page and the texts of the FAQ page on two routes, in the format of ACF's
 * `get_fields()` for an options page.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

defined( 'ABSPATH' ) || exit;

const HOMEPAGE_OPTION = 'site_companion_homepage';
const FAQPAGE_OPTION  = 'site_companion_faqpage';

add_action( 'rest_api_init', __NAMESPACE__ . '\register_page_routes' );

function register_page_routes(): void {
	$routes = array(
		'/homepage' => static fn(): array => array( 'acf' => complete_fields( acf_options( 'homepage', 'testimonials' ), homepage_fields() ) ),
		'/faqpage'  => static fn(): array => array( 'acf' => complete_fields( acf_options( 'faqpage', 'faq' ), faqpage_fields() ) ),
	);
	foreach ( $routes as $route => $callback ) {
		register_rest_route(
			'api',
			$route,
			array(
				'methods'             => 'GET',
				'callback'            => $callback,
				'permission_callback' => '__return_true',
			)
		);
	}
}

/**
 * The fields that ACF has saved, completed with the plugin's own.
 */
function complete_fields( ?array $acf, array|false $own ): array|false {
	return null === $acf ? $own : $acf + ( is_array( $own ) ? $own : array() );
}

/**
 * The fields of ACF's options page with this post id, or of ACF's general options page if it has the required field. Null if
 * ACF is not active or has no values; the plugin's own values are used then.
 */
function acf_options( string $page, string $required_field ): ?array {
	if ( ! function_exists( 'get_fields' ) ) {
		return null;
	}
	$own = get_fields( $page );
	if ( is_array( $own ) ) {
		return $own;
	}
	$common = get_fields( 'option' );

	return is_array( $common ) && array_key_exists( $required_field, $common ) ? $common : null;
}

/**
 * `false` if nothing was ever saved. As in ACF, an empty repeater is `false` and an empty relationship `[]`.
 */
function homepage_fields(): array|false {
	$saved = get_option( HOMEPAGE_OPTION );
	if ( ! is_array( $saved ) ) {
		return false;
	}
	$testimonials = array_map( __NAMESPACE__ . '\testimonial_fields', array_values( $saved['testimonials'] ?? array() ) );

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
		'image' => image_field( $row['image'] ?? false ),
	);
}

/**
 * An image in ACF's format, with the fields that the site reads.
 */
function image_field( mixed $image ): array|false {
	if ( attachment_id_of( $image ) > 0 ) {
		return library_image( $image );
	}
	if ( ! is_array( $image ) || '' === (string) ( $image['url'] ?? '' ) ) {
		return false;
	}

	return array(
		'url'    => (string) $image['url'],
		'alt'    => (string) ( $image['alt'] ?? '' ),
		'width'  => (int) ( $image['width'] ?? 0 ),
		'height' => (int) ( $image['height'] ?? 0 ),
	);
}

function faqpage_fields(): array|false {
	$saved = get_option( FAQPAGE_OPTION );
	if ( ! is_array( $saved ) ) {
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
