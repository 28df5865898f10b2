<?php
/**
 * WordPress's list of questions: in the order of the site, with a filter by topic.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_Query;

defined( 'ABSPATH' ) || exit;

add_action( 'pre_get_posts', __NAMESPACE__ . '\sort_question_list' );
add_action( 'restrict_manage_posts', __NAMESPACE__ . '\filter_questions_by_topic' );

/** Sorts WordPress's list of questions as the FAQ page does. */
function sort_question_list( WP_Query $query ): void {
	global $pagenow;

	if ( is_admin() && 'edit.php' === $pagenow && $query->is_main_query() && 'faq' === $query->get( 'post_type' ) && ! isset( $_GET['orderby'] ) ) { // phpcs:ignore WordPress.Security.NonceVerification
		$query->set( 'orderby', ORDER_OF_QUESTIONS );
	}
}

/** A choice of topics above WordPress's list of questions. */
function filter_questions_by_topic( string $type ): void {
	if ( 'faq' !== $type ) {
		return;
	}
	echo '<label class="screen-reader-text" for="filter-by-topic">' . esc_html__( 'Filter by topic', 'site-companion' ) . '</label>';
	wp_dropdown_categories(
		array(
			'show_option_all' => __( 'All topics', 'site-companion' ),
			'taxonomy'        => 'faq_topic',
			'name'            => 'faq_topic',
			'id'              => 'filter-by-topic',
			'value_field'     => 'slug',
			'selected'        => sanitize_title( wp_unslash( $_GET['faq_topic'] ?? '' ) ), // phpcs:ignore WordPress.Security
			'hide_empty'      => false,
			'orderby'         => 'id',
		)
	);
}
