<?php
/**
 * Moves blocks that are stored in the plugin's fields of a page into its content when the page is opened in the editor.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_Post;

defined( 'ABSPATH' ) || exit;

add_action( 'load-post.php', __NAMESPACE__ . '\move_blocks_of_edited_page' );

function move_blocks_of_edited_page(): void {
	$post = get_post( absint( $_GET['post'] ?? 0 ) ); // phpcs:ignore WordPress.Security.NonceVerification
	if ( $post && 'page' === $post->post_type && current_user_can( 'edit_post', $post->ID ) ) {
		move_stored_blocks( $post );
	}
}

/** Sections in the content take precedence. Otherwise the text of the page goes below its hero, where the site shows it. */
function move_stored_blocks( WP_Post $post ): void {
	global $wpdb;

	$fields = stored_fields( $post->ID );
	$rows   = $fields['blocks'] ?? null;
	if ( ! is_array( $rows ) || ! array_is_list( $rows ) || acf_edits_blocks( $post ) ) {
		return;
	}
	if ( null === rows_of_content( $post->post_content ) ) {
		$layout = is_array( $rows[0] ?? null ) ? $rows[0]['acf_fc_layout'] ?? '' : '';
		$heroes = in_array( $layout, array( 'hero', 'subpages_hero' ), true ) ? 1 : 0;
		$parts  = array( content_of_rows( array_slice( $rows, 0, $heroes ) ), $post->post_content, content_of_rows( array_slice( $rows, $heroes ) ) );
		$parts  = array_filter( $parts, static fn( string $part ): bool => '' !== trim( $part ) );
		// Not with `wp_update_post`, because what visitors see does not change: no revision, no new date.
		$wpdb->update( $wpdb->posts, array( 'post_content' => implode( "\n\n", $parts ) ), array( 'ID' => $post->ID ) ); // phpcs:ignore WordPress.DB.DirectDatabaseQuery
		clean_post_cache( $post->ID );
	}
	store_fields( $post->ID, array_diff_key( $fields, array( 'blocks' => 1 ) ) );
}
