<?php
/**
 * The order of questions. The REST API lists questions in the order that editors have chosen (`menu_order`), or by date if no order was
 * chosen. Questions that are requested by id (`include`), as for the home page, are listed in the order of these ids. Editors choose the
 * order in a single item, whose fields are lists of ids: one for each topic.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_Post;
use WP_REST_Request;
use WP_REST_Response;

defined( 'ABSPATH' ) || exit;

/** For `orderby`: as editors have chosen, or by date if they have not. */
const ORDER_OF_QUESTIONS = array(
	'menu_order' => 'ASC',
	'date'       => 'ASC',
	'ID'         => 'ASC',
);

add_filter( 'rest_faq_query', __NAMESPACE__ . '\query_questions_in_order', 10, 2 );
add_filter( 'wp_insert_post_data', __NAMESPACE__ . '\append_new_question', 10, 2 );
add_filter( 'rest_prepare_' . QUESTION_ORDER, __NAMESPACE__ . '\show_current_order' );
add_action( 'rest_after_insert_' . QUESTION_ORDER, static fn( WP_Post $item ) => apply_order( $item->ID ) );
add_action( 'wp_restore_post_revision', static fn( int $id ) => QUESTION_ORDER === get_post_type( $id ) ? apply_order( $id ) : null );

/** Applies to requests with `order=asc` and without `orderby`, such as those of the site. */
function query_questions_in_order( array $query, WP_REST_Request $request ): array {
	$parameters = $request->get_query_params();
	if ( isset( $parameters['orderby'] ) || 'asc' !== ( $parameters['order'] ?? '' ) ) {
		return $query;
	}
	$query['orderby'] = array() === ( $query['post__in'] ?? array() ) ? ORDER_OF_QUESTIONS : 'post__in';

	return $query;
}

/** Puts a new question, also an imported one, last. As long as no order was chosen, questions are sorted by date, so this is not needed. */
function append_new_question( array $data, array $post ): array {
	$is_new = 'faq' === $data['post_type'] && empty( $post['ID'] ) && 0 === (int) $data['menu_order'];
	if ( ! $is_new ) {
		return $data;
	}
	$last = max( array( 0, ...array_map( 'intval', wp_list_pluck( ordered_questions(), 'menu_order' ) ) ) );
	if ( $last > 0 ) {
		$data['menu_order'] = $last + 1;
	}

	return $data;
}

/** @return WP_Post[] All questions in their order, published or not. */
function ordered_questions(): array {
	return get_posts(
		array(
			'post_type'   => 'faq',
			'post_status' => array( 'publish', 'future', 'draft', 'pending', 'private' ),
			'numberposts' => -1,
			'orderby'     => ORDER_OF_QUESTIONS,
		)
	);
}

/**
 * The questions by topic. As on the FAQ page, topics are sorted by id, and questions without a topic come last.
 *
 * @return array<int, array{field: string, label: string, ids: int[]}>
 */
function questions_by_topic(): array {
	$topics = array();
	foreach ( ordered_questions() as $question ) {
		$terms = get_the_terms( $question, 'faq_topic' );
		$term  = is_array( $terms ) ? ( $terms[0] ?? null ) : null;
		$key   = $term->term_id ?? PHP_INT_MAX;

		$topics[ $key ]['field'] = 'topic' . ( $term->term_id ?? '' );
		$topics[ $key ]['label'] = $term->name ?? __( 'Without topic', 'site-companion' );
		$topics[ $key ]['ids'][] = $question->ID;
	}
	ksort( $topics );

	return array_values( $topics );
}

/** Descriptions of the fields in which editors choose the order, as in `schema.json`. */
function question_order_fields(): array {
	return array_map(
		static fn( array $topic ): array => array(
			'name'      => $topic['field'],
			'label'     => $topic['label'],
			'type'      => 'questions',
			'itemLabel' => $topic['label'],
			'isFixed'   => true,
		),
		questions_by_topic()
	);
}

/** The editor begins with the order that questions have, since some may be new. */
function show_current_order( WP_REST_Response $response ): WP_REST_Response {
	$data = $response->get_data();
	if ( isset( $data['meta'][ FIELDS_META ] ) ) {
		$data['meta'][ FIELDS_META ] = encode_fields( array_column( questions_by_topic(), 'ids', 'field' ) );
		$response->set_data( $data );
	}

	return $response;
}

/** Gives the questions the order that is stored in the item. Those that it does not contain, such as new ones, come last. */
function apply_order( int $item ): void {
	global $wpdb;

	$known = wp_list_pluck( ordered_questions(), 'ID' );
	$ids   = array_merge( array(), ...array_values( array_filter( stored_fields( $item ), 'is_array' ) ) );
	foreach ( array_values( array_unique( array( ...array_intersect( $ids, $known ), ...$known ) ) ) as $index => $id ) {
		if ( (int) get_post_field( 'menu_order', $id ) !== $index + 1 ) {
			// Not with `wp_update_post`, because the questions themselves do not change: no revision, no new date.
			$wpdb->update( $wpdb->posts, array( 'menu_order' => $index + 1 ), array( 'ID' => $id ) ); // phpcs:ignore WordPress.DB.DirectDatabaseQuery
			clean_post_cache( $id );
		}
	}
	changed_tags( array( 'faq' ) );
}
