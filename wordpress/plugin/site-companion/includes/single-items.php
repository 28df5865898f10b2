<?php
/**
 * The home page, the FAQ page, the order of its questions, the settings of the site and the list of redirects: items of which there is one
 * each. They are edited in the block editor, so that they have its lock, autosaves, revisions and previews, and consist of fields only
 * (forms/form.js).
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_Post;

defined( 'ABSPATH' ) || exit;

const HOMEPAGE       = 'site_homepage';
const FAQPAGE        = 'site_faqpage';
const QUESTION_ORDER = 'site_question_order';
const SITE           = 'site_settings';
const REDIRECTS      = 'site_redirects';

/** The names of these items in URLs and in the REST API, by post type. */
const SINGLE_ITEMS = array(
	HOMEPAGE       => 'homepage',
	FAQPAGE        => 'faqpage',
	QUESTION_ORDER => 'question-order',
	SITE           => 'site',
	REDIRECTS      => 'redirects',
);

/** A capability that editors have and authors do not. */
const OPTIONS_CAPABILITY = 'edit_others_pages';

add_action( 'init', __NAMESPACE__ . '\register_single_items' );
add_filter( 'wp_insert_post_data', __NAMESPACE__ . '\keep_single_item' );
add_action( 'load-edit.php', __NAMESPACE__ . '\leave_list_of_single_item' );
// WordPress's importer adds its fields to the existing item, whose own ones stay. A second item would never be shown.
add_filter( 'wp_import_existing_post', static fn( mixed $id, array $post ): mixed => isset( SINGLE_ITEMS[ $post['post_type'] ] ) ? single_item( $post['post_type'] )->ID ?? $id : $id, 10, 2 );

function single_item_label( string $type ): string {
	return match ( $type ) {
		HOMEPAGE       => __( 'Home page', 'site-companion' ),
		FAQPAGE        => __( 'FAQ page', 'site-companion' ),
		QUESTION_ORDER => __( 'Order of questions', 'site-companion' ),
		SITE           => __( 'Name and notices', 'site-companion' ),
		REDIRECTS      => __( 'Redirects', 'site-companion' ),
	};
}

/** The name of the entry in the menu, to which links of the site lead, too. */
function single_item_page( string $type ): string {
	return 'site-companion-' . SINGLE_ITEMS[ $type ];
}

function register_single_items(): void {
	$edit   = array_fill_keys( array( 'edit_post', 'read_post', 'edit_posts', 'edit_others_posts', 'publish_posts', 'read_private_posts' ), OPTIONS_CAPABILITY );
	$remove = array_fill_keys( array( 'create_posts', 'delete_post', 'delete_posts' ), 'do_not_allow' );
	foreach ( array_keys( SINGLE_ITEMS ) as $type ) {
		$label = single_item_label( $type );
		register_post_type(
			$type,
			array(
				'labels'             => array(
					'name'          => $label,
					'singular_name' => $label,
					'item_updated'  => __( 'Saved.', 'site-companion' ),
					'view_item'     => __( 'See it on the site', 'site-companion' ),
				),
				'show_ui'            => true,
				'show_in_menu'       => false,
				'show_in_rest'       => true,
				// For the button "Preview".
				'publicly_queryable' => isset( PREVIEW_TYPES[ $type ] ),
				'rewrite'            => false,
				'query_var'          => false,
				'capabilities'       => $edit + $remove,
				'supports'           => array( 'title', 'editor', 'revisions', 'custom-fields' ),
				'template'           => array( array( 'site-companion-form/fields' ) ),
				'template_lock'      => 'all',
			)
		);
	}
}

function single_item( string $type ): ?WP_Post {
	return get_posts(
		array(
			'post_type'   => $type,
			'numberposts' => 1,
			'orderby'     => 'ID',
			'order'       => 'ASC',
		)
	)[0] ?? null;
}

/** The stored values of a single item; null if nothing was ever saved. */
function single_values( string $type ): ?array {
	$item   = single_item( $type );
	$stored = $item ? stored_fields( $item->ID ) : get_option( old_option( $type ) );

	return is_array( $stored ) && array() !== $stored ? $stored : null;
}

/** Stores the values of a single item unchanged, and creates it if necessary. */
function store_single_item( string $type, array $values ): void {
	store_fields( create_single_item( $type )->ID, $values );
}

/** Returns a single item, which is created when it is edited for the first time. */
function create_single_item( string $type ): WP_Post {
	$item = single_item( $type );
	if ( $item ) {
		return $item;
	}
	$values = single_values( $type );
	$id     = wp_insert_post(
		array(
			'post_type'    => $type,
			'post_status'  => 'publish',
			'post_content' => FORM_BLOCK,
		)
	);
	store_fields( $id, $values ?? array() );
	delete_option( old_option( $type ) );

	return get_post( $id );
}

/** The option in which release 1.0.0 stored the values of the home page and the FAQ page. They are moved when the item is created. */
function old_option( string $type ): string {
	return 'site_companion_' . SINGLE_ITEMS[ $type ];
}

/** A single item is always public, and has nothing but fields. */
function keep_single_item( array $data ): array {
	return ! isset( SINGLE_ITEMS[ $data['post_type'] ] ) ? $data : array(
		'post_status'   => 'publish',
		'post_password' => '',
		'post_title'    => wp_slash( single_item_label( $data['post_type'] ) ),
		'post_content'  => FORM_BLOCK,
	) + $data;
}

/** The block editor leads back to a list, which has one entry. */
function leave_list_of_single_item(): void {
	if ( isset( SINGLE_ITEMS[ get_current_screen()->post_type ?? '' ] ) ) {
		wp_safe_redirect( admin_url() );
		exit;
	}
}
