<?php
/**
 * The fields of the home page and the FAQ page.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_Post;

defined( 'ABSPATH' ) || exit;

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
