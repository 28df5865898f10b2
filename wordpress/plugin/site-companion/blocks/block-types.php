<?php
/**
 * The layouts of the site as blocks of the block editor, one for each layout in schema.json. The schema is the only place that
 * names fields: the editor's script builds the forms from it, and a block saves the values as one attribute `fields`, in the
 * format of a row of ACF's flexible content.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_Post;

defined( 'ABSPATH' ) || exit;

const BLOCK_NAMESPACE = 'site-companion/';

/** Keeps a row that the schema does not describe, so that an editor's save does not lose it. */
const UNKNOWN_BLOCK = BLOCK_NAMESPACE . 'unknown';

const BLOCK_ICONS = array(
	'hero'          => 'cover-image',
	'subpages_hero' => 'heading',
	'text'          => 'text',
	'split'         => 'align-pull-left',
	'accordion'     => 'editor-help',
	'cards'         => 'grid-view',
	'stacked_cards' => 'index-card',
	'steps'         => 'editor-ol',
	'stats'         => 'chart-bar',
	'table'         => 'editor-table',
	'quote'         => 'format-quote',
	'timeline'      => 'calendar-alt',
	'people'        => 'groups',
	'logos'         => 'awards',
	'gallery'       => 'format-gallery',
	'popup'         => 'external',
	'button'        => 'button',
	'mailto'        => 'email',
	'cta'           => 'megaphone',
	'global_cta'    => 'controls-repeat',
);

add_action( 'init', __NAMESPACE__ . '\register_blocks' );
add_filter( 'block_categories_all', __NAMESPACE__ . '\add_block_category' );
add_action( 'enqueue_block_editor_assets', __NAMESPACE__ . '\enqueue_block_editor' );
add_action( 'enqueue_block_assets', __NAMESPACE__ . '\enqueue_block_styles' );

/** The description of every layout by its name. */
function block_layouts(): array {
	return array_column( content_schema()['blocks'] ?? array(), null, 'layout' );
}

function block_name( string $layout ): string {
	return BLOCK_NAMESPACE . str_replace( '_', '-', $layout );
}

/** The layout of a block, which need not be in the schema any more. */
function layout_of_block( string $name ): string {
	return str_replace( '-', '_', substr( $name, strlen( BLOCK_NAMESPACE ) ) );
}

function register_blocks(): void {
	foreach ( block_types() as $name => $settings ) {
		register_block_type( $name, $settings );
	}
}

/** The settings of every block type, in the format of `register_block_type`. */
function block_types(): array {
	$common = array(
		'api_version'     => 3,
		'category'        => 'site-sections',
		'parent'          => array( 'core/post-content' ),
		'supports'        => array(
			'html'            => false,
			'className'       => false,
			'customClassName' => false,
			'visibility'      => false,
		),
		// The site renders the block from `acf.blocks`.
		'render_callback' => '__return_empty_string',
	);
	$types = array();
	foreach ( block_layouts() as $layout => $description ) {
		$types[ block_name( $layout ) ] = $common + array(
			'title'       => $description['label'],
			'description' => $description['help'],
			'icon'        => BLOCK_ICONS[ $layout ] ?? 'layout',
			'keywords'    => array( 'site', $layout ),
			'attributes'  => array( 'fields' => array( 'type' => 'object' ) ),
			'example'     => array( 'attributes' => array( 'fields' => (object) $description['example'] ) ),
		);
	}
	$types[ UNKNOWN_BLOCK ] = array_replace_recursive(
		$common,
		array(
			'title'       => __( 'Unknown section', 'site-companion' ),
			'description' => __( 'A section that this version of the site cannot show. Its content is kept.', 'site-companion' ),
			'icon'        => 'warning',
			// Rows can be anything, so the attribute is JSON text.
			'attributes'  => array( 'row' => array( 'type' => 'string' ) ),
			'supports'    => array(
				'inserter' => false,
				'reusable' => false,
			),
		)
	);

	return $types;
}

function add_block_category( array $categories ): array {
	$own = array(
		'slug'  => 'site-sections',
		'title' => __( 'Site sections', 'site-companion' ),
		'icon'  => null,
	);

	return array( $own, ...$categories );
}

/** The page that is edited on this screen, if its blocks are not edited in ACF. */
function post_with_blocks(): ?WP_Post {
	$page = edited_item( array( 'page' ) );

	return $page && ! acf_edits_blocks( $page ) ? $page : null;
}

/** Whether this screen is Appearance → Editor, in which administrators can open pages, too. */
function is_site_editor(): bool {
	return is_admin() && function_exists( 'get_current_screen' ) && 'site-editor' === get_current_screen()?->base;
}

function enqueue_block_editor(): void {
	if ( null === post_with_blocks() && ! is_site_editor() ) {
		return;
	}
	$scripts = array(
		'blocks'   => array( 'site-companion-fields', 'site-companion-sections', 'wp-block-editor', 'wp-blocks', 'wp-plugins' ),
		'sections' => array( 'wp-data' ),
		'canvas'   => array( 'site-companion-blocks', 'site-companion-sections', 'wp-plugins', 'wp-editor', 'wp-url' ),
	);
	enqueue_field_controls();
	foreach ( $scripts as $name => $dependencies ) {
		enqueue_script( "blocks/editor/$name.js", $dependencies );
	}
	wp_add_inline_script( 'site-companion-blocks', 'var siteCompanionLayouts = ' . wp_json_encode( array_values( block_layouts() ) ) . ';', 'before' );
	enqueue_style( 'blocks/editor/canvas.css', array( 'wp-components' ) );
}

/** Called by `enqueue_block_assets`, which also loads the styles into the frame in which the editor shows the blocks. */
function enqueue_block_styles(): void {
	if ( null !== edited_item( array( ...TYPES_WITH_FIELDS, ...array_keys( SINGLE_ITEMS ) ) ) || is_site_editor() ) {
		enqueue_style( 'blocks/editor/blocks.css', array( 'wp-components', 'dashicons' ) );
		enqueue_style( 'forms/form.css', array( 'site-companion-blocks' ) );
	}
}

/** The controls of the fields of sections and of items. */
function enqueue_field_controls(): void {
	if ( wp_script_is( 'site-companion-fields' ) ) {
		return;
	}
	wp_enqueue_media();
	wp_enqueue_editor();
	enqueue_script( 'blocks/editor/fields.js', array( 'wp-api-fetch', 'wp-components', 'wp-core-data', 'wp-data', 'wp-dom', 'wp-element', 'wp-i18n', 'wp-media-utils', 'wp-notices' ) );
	$data = array(
		'icons'     => wp_json_file_decode( __DIR__ . '/icons.json', array( 'associative' => true ) ),
		'mayUpload' => current_user_can( 'upload_files' ),
		'site'      => site_address(),
	);
	wp_add_inline_script( 'site-companion-fields', 'var siteCompanionBlocks = ' . wp_json_encode( $data ) . ';', 'before' );
}
