<?php
/**
 * What the block editor gives advice on before an item is published: its title, the alternative texts of its pictures and its category.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

defined( 'ABSPATH' ) || exit;

add_action( 'enqueue_block_editor_assets', __NAMESPACE__ . '\enqueue_publish_checks' );

function enqueue_publish_checks(): void {
	$post = edited_item( TYPES_WITH_FIELDS );
	if ( ! $post ) {
		return;
	}
	enqueue_script( 'admin/publish-checks.js', array( 'wp-components', 'wp-compose', 'wp-data', 'wp-editor', 'wp-element', 'wp-hooks', 'wp-i18n', 'wp-plugins' ) );
	wp_add_inline_script( 'site-companion-publish-checks', 'var siteCompanionTitleLength = ' . (int) content_schema()[ $post->post_type ]['titleMaxLength'] . ';', 'before' );
}
