<?php
/**
 * The order of questions. The REST API lists questions in the order that editors have chosen (`menu_order`), or by date if no order was
 * chosen. Questions that are requested by id (`include`), as for the home page, are listed in the order of these ids.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_REST_Request;

defined( 'ABSPATH' ) || exit;

add_filter( 'rest_faq_query', __NAMESPACE__ . '\query_questions_in_order', 10, 2 );
add_filter( 'wp_insert_post_data', __NAMESPACE__ . '\append_new_question', 10, 2 );

/** Applies to requests with `order=asc` and without `orderby`, such as those of the site. */
function query_questions_in_order( array $query, WP_REST_Request $request ): array {
	$parameters = $request->get_query_params();
	if ( isset( $parameters['orderby'] ) || 'asc' !== ( $parameters['order'] ?? '' ) ) {
		return $query;
	}
	$query['orderby'] = array() === ( $query['post__in'] ?? array() )
		? array(
			'menu_order' => 'ASC',
			'date'       => 'ASC',
			'ID'         => 'ASC',
		)
		: 'post__in';

	return $query;
}

/** Puts a new question last. As long as no order was chosen, questions are sorted by date, so this is not needed. */
function append_new_question( array $data, array $post ): array {
	$is_new = 'faq' === $data['post_type'] && empty( $post['ID'] ) && empty( $post['import_id'] ) && 0 === (int) $data['menu_order'];
	if ( ! $is_new ) {
		return $data;
	}
	$last = get_posts(
		array(
			'post_type'   => 'faq',
			'post_status' => 'any',
			'numberposts' => 1,
			'orderby'     => 'menu_order',
			'order'       => 'DESC',
		)
	);
	if ( array() !== $last && $last[0]->menu_order > 0 ) {
		$data['menu_order'] = $last[0]->menu_order + 1;
	}

	return $data;
}

/**
 * Stores the order of questions.
 *
 * @param int[] $ids The ids of all questions.
 */
function save_question_order( array $ids ): void {
	global $wpdb;

	foreach ( $ids as $index => $id ) {
		if ( (int) get_post_field( 'menu_order', $id ) !== $index + 1 ) {
			// Not with `wp_update_post`, because the questions themselves do not change: no revision, no new date.
			$wpdb->update( $wpdb->posts, array( 'menu_order' => $index + 1 ), array( 'ID' => $id ) ); // phpcs:ignore WordPress.DB.DirectDatabaseQuery
			clean_post_cache( $id );
		}
	}
	changed_tags( array( 'faq' ) );
}
