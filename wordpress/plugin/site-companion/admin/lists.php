<?php
/**
 * WordPress's lists of items: they say which items the site could not show, and which ones it always shows. That of questions has the order
 * of the site.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_Post;
use WP_Query;

defined( 'ABSPATH' ) || exit;

add_filter( 'display_post_states', __NAMESPACE__ . '\add_states_on_site', 10, 2 );
add_action( 'pre_get_posts', __NAMESPACE__ . '\sort_question_list' );
// Bulk actions could neither unpublish nor remove them.
add_filter( 'wp_list_table_show_post_checkbox', static fn( bool $shows, WP_Post $post ): bool => $shows && ! has_fixed_address( $post ), 10, 2 );

/**
 * Adds beside the title of an item what keeps it from being published, also by a bulk action.
 *
 * @param string[] $states Escaped.
 */
function add_states_on_site( array $states, WP_Post $post ): array {
	// The screen "Menus" shows the states of a page instead of the word "Page".
	if ( ! in_array( $post->post_type, TYPES_WITH_FIELDS, true ) || 'trash' === $post->post_status || is_menu_request() ) {
		return $states;
	}
	$values = acf_has_fields_for( $post ) ? read_fields( $post->ID ) : fields_with_blocks( $post );
	$errors = errors_in( array_merge( validate_texts( $post->post_type, $post->post_title, $post->post_content ), validate_item( $post->post_type, $values ) ) );
	if ( array() !== $errors ) {
		$states['site_companion_invalid'] = esc_html( invalid_item( $errors )->get_error_message() );
	}
	if ( has_fixed_address( $post ) ) {
		$states['site_companion_fixed'] = esc_html__( 'Always part of the site', 'site-companion' );
	}

	return $states;
}

/** Sorts WordPress's list of questions as the FAQ page does. */
function sort_question_list( WP_Query $query ): void {
	global $pagenow;

	if ( is_admin() && 'edit.php' === $pagenow && $query->is_main_query() && 'faq' === $query->get( 'post_type' ) && ! isset( $_GET['orderby'] ) ) { // phpcs:ignore WordPress.Security.NonceVerification
		$query->set( 'orderby', ORDER_OF_QUESTIONS );
	}
}
