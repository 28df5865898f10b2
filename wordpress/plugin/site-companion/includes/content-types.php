<?php
/**
 * Registers the content types: questions with their topics, and events.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_Post;

defined( 'ABSPATH' ) || exit;

/** Post types with `acf` fields in the REST API. */
const TYPES_WITH_FIELDS = array( 'faq', 'event', 'post', 'page' );

add_action( 'init', __NAMESPACE__ . '\register_content_types' );
add_filter( 'map_meta_cap', __NAMESPACE__ . '\let_editors_edit_privacy_policy', 10, 4 );
add_filter( 'enter_title_here', __NAMESPACE__ . '\title_placeholder', 10, 2 );

function register_content_types(): void {
	register_taxonomy(
		'faq_topic',
		'faq',
		array(
			'labels'            => array(
				'name'          => __( 'Topics', 'site-companion' ),
				'singular_name' => __( 'Topic', 'site-companion' ),
				'add_new_item'  => __( 'Add topic', 'site-companion' ),
				'edit_item'     => __( 'Edit topic', 'site-companion' ),
			),
			'hierarchical'      => true,
			'show_admin_column' => true,
			'show_in_rest'      => true,
			'rest_base'         => 'faq-topics',
			'rewrite'           => array(
				'slug'       => 'faq-topic',
				'with_front' => false,
			),
		)
	);

	register_post_type(
		'faq',
		array(
			'labels'       => array(
				'name'                   => __( 'FAQ', 'site-companion' ),
				'singular_name'          => __( 'Question', 'site-companion' ),
				'all_items'              => __( 'All questions', 'site-companion' ),
				'add_new'                => __( 'Add question', 'site-companion' ),
				'add_new_item'           => __( 'Add question', 'site-companion' ),
				'edit_item'              => __( 'Edit question', 'site-companion' ),
				'item_published'         => __( 'Question published.', 'site-companion' ),
				'item_updated'           => __( 'Question updated.', 'site-companion' ),
				'item_scheduled'         => __( 'Question scheduled.', 'site-companion' ),
				'item_reverted_to_draft' => __( 'Question is a draft again.', 'site-companion' ),
				'item_trashed'           => __( 'Question moved to the trash.', 'site-companion' ),
				'view_item'              => __( 'See it on the site', 'site-companion' ),
				'search_items'           => __( 'Search questions', 'site-companion' ),
				'not_found'              => __( 'No questions.', 'site-companion' ),
				'not_found_in_trash'     => __( 'No questions in the trash.', 'site-companion' ),
			),
			'public'       => true,
			'show_in_rest' => true,
			'menu_icon'    => 'dashicons-editor-help',
			'supports'     => array( 'title', 'editor', 'excerpt', 'revisions', 'page-attributes', 'custom-fields' ),
			'rewrite'      => array(
				'slug'       => 'faq',
				'with_front' => false,
			),
		)
	);

	register_post_type(
		'event',
		array(
			'labels'       => array(
				'name'                   => __( 'Events', 'site-companion' ),
				'singular_name'          => __( 'Event', 'site-companion' ),
				'all_items'              => __( 'All events', 'site-companion' ),
				'add_new'                => __( 'Add event', 'site-companion' ),
				'add_new_item'           => __( 'Add event', 'site-companion' ),
				'edit_item'              => __( 'Edit event', 'site-companion' ),
				'item_published'         => __( 'Event published.', 'site-companion' ),
				'item_updated'           => __( 'Event updated.', 'site-companion' ),
				'item_scheduled'         => __( 'Event scheduled.', 'site-companion' ),
				'item_reverted_to_draft' => __( 'Event is a draft again.', 'site-companion' ),
				'item_trashed'           => __( 'Event moved to the trash.', 'site-companion' ),
				'view_item'              => __( 'See it on the site', 'site-companion' ),
				'search_items'           => __( 'Search events', 'site-companion' ),
				'not_found'              => __( 'No events.', 'site-companion' ),
				'not_found_in_trash'     => __( 'No events in the trash.', 'site-companion' ),
			),
			'public'       => true,
			'show_in_rest' => true,
			'rest_base'    => 'events',
			'menu_icon'    => 'dashicons-calendar-alt',
			'supports'     => array( 'title', 'editor', 'excerpt', 'thumbnail', 'revisions', 'custom-fields' ),
			'rewrite'      => array(
				'slug'       => 'events',
				'with_front' => false,
			),
		)
	);
}

function title_placeholder( string $text, WP_Post $post ): string {
	return match ( $post->post_type ) {
		'event' => __( 'Name of the event', 'site-companion' ),
		'faq'   => __( 'Question', 'site-companion' ),
		default => $text,
	};
}

/**
 * WordPress lets only administrators edit the page that is chosen as privacy policy, because a theme links to it. On the site it is a page
 * like any other.
 *
 * @param string[]           $required Capabilities.
 * @param array<int, mixed> $args     The item or its id comes first.
 * @return string[]
 */
function let_editors_edit_privacy_policy( array $required, string $capability, int $user_id, array $args ): array {
	$is_policy = in_array( $capability, array( 'edit_post', 'edit_page' ), true ) && ! empty( $args[0] ) && (int) get_option( 'wp_page_for_privacy_policy' ) === get_post( $args[0] )?->ID;

	return $is_policy ? array_diff( $required, map_meta_cap( 'manage_privacy_options', $user_id ) ) : $required;
}
