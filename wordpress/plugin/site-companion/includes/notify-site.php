<?php
/**
 * Collects the cache tags of the public content that a request changes. At the end of the request, sends them to the site's
 * revalidation webhook.
 *
 * A change of an item purges its page and the lists that show it, by the tags of the item. The tag of the collection also purges pages
 * that show other items of it, so it is sent only for what such pages show: which items there are, their slugs, titles, dates, order and
 * terms.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_Post;

defined( 'ABSPATH' ) || exit;

const TAGS_OF_TAXONOMY = array(
	'faq_topic' => 'faq-topics',
	'category'  => 'categories',
);

/** What lists, menus and links show of an item. The site does not show items with a password. */
const LISTED_FIELDS = array( 'post_type', 'post_name', 'post_title', 'post_date', 'post_date_gmt', 'menu_order', 'post_password' );

add_action( 'transition_post_status', __NAMESPACE__ . '\on_status_transition', 10, 3 );
add_action( 'post_updated', __NAMESPACE__ . '\on_post_update', 10, 3 );
add_action( 'before_delete_post', __NAMESPACE__ . '\on_post_deletion', 10, 2 );
foreach ( array( 'added_post_meta', 'updated_post_meta', 'deleted_post_meta' ) as $action ) {
	add_action( $action, __NAMESPACE__ . '\on_meta_change', 10, 3 );
}
foreach ( array( 'added_term_relationship', 'deleted_term_relationships' ) as $action ) {
	add_action( $action, __NAMESPACE__ . '\on_term_assignment', 10, 3 );
}
foreach ( array( 'created_term', 'edited_term', 'delete_term' ) as $action ) {
	add_action( $action, __NAMESPACE__ . '\on_term_change', 10, 3 );
}
// Which items use an image is not known, so everything with images is revalidated.
foreach ( array( 'edit_attachment', 'delete_attachment' ) as $action ) {
	add_action( $action, static fn() => changed_tags( array( 'media' ) ) );
}
// WordPress gives a picture that is cropped another file without the action `edit_attachment`.
add_action( 'updated_post_meta', static fn( mixed $meta_id, int $id, string $key ) => '_wp_attached_file' === $key ? changed_tags( array( 'media' ) ) : null, 10, 3 );
// The theme stores which menu is shown where.
foreach ( array( 'add_option', 'update_option', 'delete_option' ) as $action ) {
	add_action( $action, static fn( string $option ) => 'theme_mods_' . get_stylesheet() === $option ? changed_tags( array( 'site' ) ) : null );
}
foreach ( array( 'wp_update_nav_menu', 'wp_update_nav_menu_item', 'wp_delete_nav_menu' ) as $action ) {
	add_action( $action, static fn() => changed_tags( array( 'site' ) ) );
}
add_action( 'acf/save_post', __NAMESPACE__ . '\on_acf_options_save' );
add_action( 'shutdown', __NAMESPACE__ . '\notify_site' );

/**
 * Returns the cache tags to revalidate after this request, after adding the tags in `$more`.
 *
 * @param string[] $more
 * @return string[]
 */
function changed_tags( array $more = array() ): array {
	static $tags = array();
	foreach ( $more as $tag ) {
		$tags[ $tag ] = true;
	}

	return array_map( 'strval', array_keys( $tags ) );
}

/**
 * Adds the tag of an item, which begins with its type, and the one that a list has instead if it shows too many items to have the tag of each
 * (`post:*`).
 */
function add_item_tags( WP_Post $post ): void {
	$type = $post->post_type;
	// A synced pattern can be part of any text.
	if ( 'wp_block' === $type ) {
		changed_tags( array( '*' ) );
	}
	// WordPress stores non-Latin slugs percent-encoded; the site uses them decoded. Questions have no pages of their own, hence no slugs.
	$key = 'faq' === $type ? (string) $post->ID : rawurldecode( $post->post_name );
	if ( in_array( $type, TYPES_WITH_FIELDS, true ) && '' !== $key ) {
		changed_tags( array( "$type:$key", "$type:*" ) );
	}
}

/** Adds the tag of the collection of an item, and that of the menus if one has a link to the item. */
function add_list_tags( WP_Post $post ): void {
	if ( ! in_array( $post->post_type, TYPES_WITH_FIELDS, true ) ) {
		return;
	}
	changed_tags( array( PREVIEW_TYPES[ $post->post_type ] ) );
	if ( array() !== wp_get_associated_nav_menu_items( $post->ID, 'post_type' ) ) {
		changed_tags( array( 'site' ) );
	}
}

/** Handles items that are published, changed while published, or unpublished. */
function on_status_transition( string $new_status, string $old_status, WP_Post $post ): void {
	if ( 'publish' !== $new_status && 'publish' !== $old_status ) {
		return;
	}
	add_item_tags( $post );
	if ( $new_status !== $old_status ) {
		add_list_tags( $post );
	}
}

/** A changed slug requires that the old one is revalidated, too. */
function on_post_update( int $id, WP_Post $after, WP_Post $before ): void {
	if ( 'publish' !== $before->post_status ) {
		return;
	}
	add_item_tags( $before );
	foreach ( LISTED_FIELDS as $field ) {
		if ( (string) $before->$field !== (string) $after->$field ) {
			add_list_tags( $before );
			add_list_tags( $after );
			return;
		}
	}
}

function on_post_deletion( int $id, WP_Post $post ): void {
	if ( 'publish' === $post->post_status ) {
		add_item_tags( $post );
		add_list_tags( $post );
		if ( 'nav_menu_item' === $post->post_type ) {
			changed_tags( array( 'site' ) );
		}
	}
}

/** @param int|int[] $meta_id */
function on_meta_change( mixed $meta_id, int $id, string $key ): void {
	// Plugins that describe pictures store their texts without the action `edit_attachment`. A new picture is on no page yet.
	if ( '_wp_attachment_image_alt' === $key && ! did_action( 'add_attachment' ) ) {
		changed_tags( array( 'media' ) );
	}
	$is_public = ! str_starts_with( $key, '_' )
		|| in_array( $key, array( FIELDS_META, SEO_META, '_thumbnail_id' ), true )
		|| str_starts_with( $key, '_yoast_wpseo_' );
	$post      = $is_public ? get_post( $id ) : null;
	if ( $post && isset( SINGLE_ITEMS[ $post->post_type ] ) ) {
		// The texts for search engines of the home page and the FAQ page are part of the response about the site.
		$tag = SEO_META === $key ? 'site' : SINGLE_ITEMS[ $post->post_type ];
		// Any text can contain the name of the site.
		changed_tags( array( SITE === $post->post_type ? '*' : $tag ) );
	} elseif ( $post && 'publish' === $post->post_status ) {
		add_item_tags( $post );
	}
}

/**
 * Handles items that get or lose a category or a topic.
 *
 * @param int|int[] $term_taxonomy_id
 */
function on_term_assignment( int $id, mixed $term_taxonomy_id, string $taxonomy ): void {
	$post = isset( TAGS_OF_TAXONOMY[ $taxonomy ] ) ? get_post( $id ) : null;
	if ( $post && 'publish' === $post->post_status ) {
		add_item_tags( $post );
		add_list_tags( $post );
	}
}

function on_term_change( int $term_id, int $term_taxonomy_id, string $taxonomy ): void {
	if ( isset( TAGS_OF_TAXONOMY[ $taxonomy ] ) ) {
		changed_tags( array( TAGS_OF_TAXONOMY[ $taxonomy ] ) );
	}
	if ( 'nav_menu' === $taxonomy || array() !== wp_get_associated_nav_menu_items( $term_id, 'taxonomy', $taxonomy ) ) {
		changed_tags( array( 'site' ) );
	}
}

/**
 * ACF saves options field by field under internal names.
 *
 * @param mixed $target An item's id, or the id of an options page.
 */
function on_acf_options_save( mixed $target ): void {
	if ( ! is_numeric( $target ) ) {
		changed_tags( array( 'homepage', 'faqpage' ) );
	}
}

/** Stores the tags of this request and sends them in the background. */
function notify_site(): void {
	$tags = changed_tags();
	if ( array() !== $tags && can_notify_site() ) {
		store_waiting( $tags );
		deliver_in_background();
	}
}
