<?php
/**
 * Limits wp-admin to what the site can show: blocks that it has a design for, and none of the settings of the theme. Blocks that are not
 * offered stay in old texts and can be edited there.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_Block_Editor_Context;
use WP_Block_Styles_Registry;
use WP_Theme_JSON_Data;

defined( 'ABSPATH' ) || exit;

/** Blocks of WordPress that the site has a design for, without the prefix `core/`. */
const OFFERED_BLOCKS = array(
	'accordion',
	'accordion-heading',
	'accordion-item',
	'accordion-panel',
	'audio',
	// Synced patterns.
	'block',
	'button',
	'buttons',
	'code',
	'column',
	'columns',
	'details',
	'embed',
	'file',
	'footnotes',
	'gallery',
	'group',
	'heading',
	'html',
	'image',
	'list',
	'list-item',
	'math',
	'media-text',
	'paragraph',
	'playlist',
	'playlist-track',
	'preformatted',
	'pullquote',
	'quote',
	'separator',
	'social-link',
	'social-links',
	'tab-list',
	'tab-panel',
	'tab-panels',
	'table',
	'tabs',
	'video',
);

add_filter( 'register_block_type_args', __NAMESPACE__ . '\without_unused_supports' );
add_filter( 'allowed_block_types_all', __NAMESPACE__ . '\offered_blocks', 20, 2 );
add_filter( 'wp_theme_json_data_theme', __NAMESPACE__ . '\editor_theme' );
add_filter( 'block_editor_settings_all', __NAMESPACE__ . '\without_templates', 20, 2 );
add_filter( 'theme_templates', '__return_empty_array' );
// Before WordPress prints the script that registers them in the editor (priority 10).
add_action( 'enqueue_block_editor_assets', __NAMESPACE__ . '\remove_block_styles', 1 );
// After all post types are registered.
add_action( 'init', __NAMESPACE__ . '\remove_unused_panels', 100 );
// Posts without a category have none on the site. WordPress would silently choose one, which the site would print above the headline.
add_filter( 'pre_option_default_category', static fn(): int => 0 );
/* translators: %1$s: version of WordPress. */
add_filter( 'update_right_now_text', static fn(): string => __( 'WordPress %1$s.', 'site-companion' ) );

/**
 * The site ignores *Fit text*. The dialog that hides blocks also offers to hide them on some sizes of screens, which the site cannot do.
 *
 * @param array<string, mixed> $settings
 */
function without_unused_supports( array $settings ): array {
	$settings['supports']['visibility'] = false;
	unset( $settings['supports']['typography']['fitText'] );

	return $settings;
}

/**
 * @param bool|string[] $allowed
 * @return bool|string[]
 */
function offered_blocks( mixed $allowed, WP_Block_Editor_Context $context ): mixed {
	if ( ! edits_item_of_site( $context ) ) {
		return $allowed;
	}
	$offered = array( ...array_map( static fn( string $name ): string => "core/$name", OFFERED_BLOCKS ), ...array_keys( block_types() ), 'site-companion-form/fields' );

	return is_array( $allowed ) ? array_values( array_intersect( $offered, $allowed ) ) : $offered;
}

/** Whether the editor edits an item that the site shows, and not, for example, a template. */
function edits_item_of_site( WP_Block_Editor_Context $context ): bool {
	return null !== $context->post && in_array( $context->post->post_type, array( ...TYPES_WITH_FIELDS, ...array_keys( SINGLE_ITEMS ) ), true );
}

/**
 * Replaces the settings and the look of the theme, which no visitor sees. Texts look plain, and colours, fonts, spacing and borders
 * cannot be chosen, because the site ignores them.
 */
function editor_theme(): WP_Theme_JSON_Data {
	return new WP_Theme_JSON_Data( wp_json_file_decode( __DIR__ . '/editor-theme.json', array( 'associative' => true ) ), 'theme' );
}

/** @param array<string, mixed> $settings */
function without_templates( array $settings, WP_Block_Editor_Context $context ): array {
	return edits_item_of_site( $context )
		? array_merge(
			$settings,
			array(
				'supportsTemplateMode'   => false,
				'availableTemplates'     => array(),
				// They show the fields as they are now beside each revision. The other screen compares them.
				'disableVisualRevisions' => true,
			)
		)
		: $settings;
}

/** Removes the block styles of the theme. Those of WordPress, such as the outlined button, are registered by scripts. */
function remove_block_styles(): void {
	$registry = WP_Block_Styles_Registry::get_instance();
	foreach ( $registry->get_all_registered() as $block => $styles ) {
		foreach ( array_keys( $styles ) as $style ) {
			$registry->unregister( $block, $style );
		}
	}
}

/** The site shows the author that editors enter under "Author and picture", and has no post formats. */
function remove_unused_panels(): void {
	foreach ( array( 'post', 'page' ) as $type ) {
		remove_post_type_support( $type, 'author' );
	}
	remove_post_type_support( 'post', 'post-formats' );
}
