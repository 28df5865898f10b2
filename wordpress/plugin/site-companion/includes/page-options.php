<?php
/**
 * The home page and the FAQ page: their fields, and two routes that serve them in the format of ACF's `get_fields()` for an options page.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_Error;
use WP_Post;

defined( 'ABSPATH' ) || exit;

foreach ( array( HOMEPAGE, FAQPAGE ) as $type ) {
	$name = SINGLE_ITEMS[ $type ];
	add_public_route( "/$name", static fn(): array => array( 'acf' => page_fields( $type, single_values( $type ) ) ) );
	add_editor_route( 'GET', "/unsaved/$name", static fn(): array|WP_Error => read_newest_page( $type ), array( OPTIONS_CAPABILITY, READ_DRAFTS ) );
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

/** The fields of the home page: those in `schema.json`, and the questions in the order in which the page shows them. */
function homepage_form_fields(): array {
	return array(
		...array_map( __NAMESPACE__ . '\with_html_autop', content_schema()['homepage']['fields'] ),
		array(
			'name'      => 'faq',
			'label'     => __( 'Questions', 'site-companion' ),
			'help'      => __( 'In the order in which the home page shows them. Only published ones appear.', 'site-companion' ),
			'type'      => 'questions',
			'itemLabel' => __( 'Question', 'site-companion' ),
		),
	);
}

/** The fields of the FAQ page. In `schema.json`, as in ACF, they are inside a group; they are stored without it. */
function faqpage_form_fields(): array {
	$group = content_schema()['faqpage']['fields'][0]['fields'];

	return array_map(
		static fn( array $field ): array => array( 'isRich' => true ) + with_html_autop( $field ),
		$group
	);
}

/**
 * All questions for a field of the type `questions`. Those that are chosen but in the trash or deleted have labels, too.
 *
 * @return list<array{value: int, label: string, edit: ?string, isOffered: bool}>
 */
function question_choices(): array {
	$offered = wp_list_pluck( ordered_questions(), 'ID' );
	$chosen  = array_map( 'intval', single_values( HOMEPAGE )['faq'] ?? array() );

	return array_map(
		static fn( int $id ): array => array(
			'value'     => $id,
			'label'     => question_label( $id ),
			'edit'      => 'trash' === get_post_status( $id ) ? null : get_edit_post_link( $id, 'raw' ),
			'isOffered' => in_array( $id, $offered, true ),
		),
		array_values( array_unique( array( ...$offered, ...$chosen ) ) )
	);
}

/** Replaces the type `html` with `html-autop`: editors separate paragraphs by empty lines, for which `render_text` adds `<p>` elements. */
function with_html_autop( array $field ): array {
	if ( 'html' === $field['type'] ) {
		$field['type'] = 'html-autop';
	}
	if ( isset( $field['fields'] ) ) {
		$field['fields'] = array_map( __NAMESPACE__ . '\with_html_autop', $field['fields'] );
	}

	return $field;
}

/** The title of a question, with its status if visitors do not see it. */
function question_label( int $id ): string {
	$question = get_post( $id );
	if ( ! $question instanceof WP_Post || 'faq' !== $question->post_type ) {
		/* translators: %d: id of a question. */
		return sprintf( __( 'Question %d (deleted, not shown)', 'site-companion' ), $id );
	}
	$title = plain_text( get_the_title( $question ) );
	if ( 'publish' === $question->post_status ) {
		return $title;
	}
	$status = 'trash' === $question->post_status ? __( 'in the trash', 'site-companion' ) : (string) get_post_status_object( $question->post_status )?->label;

	/* translators: 1: title of a question, 2: its status. */
	return sprintf( __( '%1$s (%2$s, not shown)', 'site-companion' ), $title, $status );
}
